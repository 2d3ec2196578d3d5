// Run as a process: `bare-node.ts ANSWERS.json`. The least that a server on Node can do: no routes, no parsing, ready bytes.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const answers = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Record<string, object>;
const bytes = new Map(
  Object.entries(answers).map(([key, answer]) => [key, Buffer.from(JSON.stringify(answer))]),
);

function keyOf(method: string, path: string): string {
  if (method === 'PATCH') return 'patch';
  if (path.startsWith('/users')) return 'list';
  return path.startsWith('/expenditure') ? 'estimate' : 'read';
}

const server = createServer((request, response) => {
  const body = bytes.get(keyOf(request.method ?? '', request.url ?? ''))!;
  request.on('end', () => {
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
    });
    response.end(body);
  });
  request.resume();
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit());
