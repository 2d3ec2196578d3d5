// Run as a process: `bare-posts.ts URL BODIES.json WIDTH`. Each line on standard input starts one pass: every body is
// posted, so many at a time over kept-alive connections, and the milliseconds of the pass are printed.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';

const [url, file, width] = process.argv.slice(2) as [string, string, string];
type Post = { headers: Record<string, string>; body: string };
const posts = JSON.parse(readFileSync(file, 'utf8')) as Post[];
const agent = new Agent({ keepAlive: true });

const post = ({ headers, body }: Post): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.on('end', resolve).resume();
    });
    sent.on('error', reject).end(body);
  });

console.log(url);
for await (const _ of createInterface({ input: process.stdin })) {
  const began = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < posts.length) await post(posts[next++]!);
  };
  await Promise.all(Array.from({ length: Number(width) }, worker));
  console.log(performance.now() - began);
}
