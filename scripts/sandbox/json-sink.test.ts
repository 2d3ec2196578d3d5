import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { jsonSink } from './sandbox-log.ts';

const payrig = fileURLToPath(new URL('../payrig.ts', import.meta.url));

type Child = ChildProcessByStdio<null, Readable, Readable>;

async function start(): Promise<{ child: Child; url: string }> {
  const words = [payrig, 'sandbox', '--ephemeral', '--quiet', '--port', '0', '--users', '1'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [text] = await once(child.stdout, 'data');
  return { child, url: String(text).trim() };
}

/** Enough for a pipe without a reader to be full many times over. */
async function sayMuch(url: string): Promise<void> {
  const path = `/${'x'.repeat(8000)}`;
  for (let turn = 0; turn < 60; turn += 1)
    expect((await fetch(url + path, { headers: { 'X-API-KEY': 'sandbox-key' } })).status).toBe(404);
}

async function stop(child: Child): Promise<number | null> {
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  return code;
}

it('a log without a reader stops no request, and not the end', { timeout: 60_000 }, async () => {
  const { child, url } = await start();
  await sayMuch(url);
  expect(await stop(child)).toBe(0);
});

it('a log whose reader has gone away stops nothing', { timeout: 60_000 }, async () => {
  const { child, url } = await start();
  child.stderr.destroy();
  await sayMuch(url);
  expect(await stop(child)).toBe(0);
});

it('a line is one JSON object with level, time, what happened and its message, whatever the text', () => {
  const lines: string[] = [];
  const sink = jsonSink(() => 0, { write: (line) => lines.push(line), flush() {} });
  const request = { requestId: 'id-1', method: 'GET', path: '/a\n"b', status: 404, durationMs: 1.23456 };
  sink.write({ level: 'warn', message: 'request', request });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]*\n$/);
  const said = {
    level: 'warn',
    time: '1970-01-01T00:00:00.000Z',
    ...request,
    durationMs: 1.23,
    msg: 'request',
  };
  expect(JSON.parse(lines[0]!)).toEqual(said);
});
