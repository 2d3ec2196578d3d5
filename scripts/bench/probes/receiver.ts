// Run as a process: takes webhook deliveries on `/`. `POST /hold` keeps further answers back, `POST /release` sends
// them; `GET /count` tells how many deliveries came since the last `POST /hold`, and `GET /count/N` as soon as there are
// so many.
import { createServer, type ServerResponse } from 'node:http';
import { listening } from '../../../spec/local-server.ts';

let count = 0;
let isHolding = false;
let awaited: { count: number; response: ServerResponse } | undefined;
const held: ServerResponse[] = [];

function tell(): void {
  if (!awaited || count < awaited.count) return;
  awaited.response.writeHead(200).end(String(count));
  awaited = undefined;
}

const server = createServer((request, response) => {
  const answer = () => {
    const wanted = /^\/count\/(\d+)$/.exec(request.url ?? '')?.[1];
    if (request.url === '/hold') [count, isHolding] = [0, true];
    else if (request.url === '/release') {
      isHolding = false;
      for (const one of held.splice(0)) one.writeHead(200).end();
    } else if (wanted !== undefined) {
      awaited = { count: Number(wanted), response };
      tell();
      return;
    } else if (request.url !== '/count') {
      count += 1;
      tell();
      if (isHolding) {
        held.push(response);
        return;
      }
    }
    response.writeHead(200).end(request.url === '/count' ? String(count) : undefined);
  };
  request.on('end', answer).resume();
});
server.keepAliveTimeout = 60_000;
console.log(await listening(server, 0));
process.once('SIGTERM', () => process.exit());
