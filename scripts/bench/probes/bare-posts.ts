// Run as a process: `bare-posts.ts URL DELIVERIES.json WIDTH`. Each line on standard input starts one pass: every delivery
// is encrypted, signed and posted, so many at a time over kept-alive connections, and the milliseconds of the pass are
// printed.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { decrypt, headerNames, headerOf, seal } from '../../../spec/webhooks/seal.ts';

const [url, file, width] = process.argv.slice(2) as [string, string, string];
type Deliveries = { secret: string; key: string; sent: { headers: Record<string, string>; body: string }[] };
const { secret, key, sent } = JSON.parse(readFileSync(file, 'utf8')) as Deliveries;
const posts = sent.map(({ headers, body }) => {
  const iv = headerOf(headers, headerNames().encryptionIv) ?? '';
  return { others: headers, body: decrypt(body, iv, key).toString() };
});
const agent = new Agent({ keepAlive: true });

const post = ({ others, body: plain }: (typeof posts)[number]): Promise<void> =>
  new Promise((resolve, reject) => {
    const { body, headers: own } = seal({ body: plain, secret, key });
    const headers = { ...others };
    for (const [name, value] of Object.entries(own)) headers[name.toLowerCase()] = value;
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
