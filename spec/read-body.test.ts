import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { bodyBytes, bodyText } from './read-body.ts';

async function answered(listener: RequestListener): Promise<Response> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

it('a body is read whole, and text is decoded across its chunks', async () => {
  const text = 'é€😀'.repeat(50_000);
  const response = await answered((_, sent) => void sent.end(text));
  expect(await bodyText(response)).toBe(text);
  expect(await bodyText(new Response(null))).toBe('');
  expect(await bodyBytes(new Response(new Uint8Array([1, 2])))).toEqual(new Uint8Array([1, 2]));
});

it('a body counts after decompression', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(100_000);
  const response = await answered((_, sent) => {
    sent.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
  });
  const before = process.memoryUsage.rss();
  await expect(bodyText(response, { most: 1024 * 1024 })).rejects.toThrow('more than 1 MB');
  expect(process.memoryUsage.rss() - before).toBeLessThan(40 * 1024 * 1024);
});

it('a drip ends at the deadline, and so does silence', async () => {
  const drip = await answered((_, sent) => {
    const timer = setInterval(() => sent.write(' '), 5);
    sent.on('close', () => clearInterval(timer));
  });
  await expect(bodyText(drip, { withinMs: 100 })).rejects.toThrow('not whole within 0.1 s');
  const silence = await answered((_, sent) => void sent.writeHead(200).flushHeaders());
  await expect(bodyText(silence, { withinMs: 100 })).rejects.toThrow('not whole within 0.1 s');
});
