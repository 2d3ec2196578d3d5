import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { runExam } from '../../conformance/suite/run-exam.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { expressReceiver } from '../../spec/webhooks/index.ts';

const secret = 'the secret of the subscription';
const payrig = fileURLToPath(new URL('../payrig.ts', import.meta.url));
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Run = { code: number; stdout: string; stderr: string };
const run = (args: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    const env = { ...process.env, WEBHOOK_SECRET: undefined, WEBHOOK_KEY: undefined, NO_COLOR: '1' };
    execFile(process.execPath, [payrig, 'exam', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });

/** Runs the example of the README as it is printed there, but for its port and with a kit of ours. */
async function readmeExample(kit: typeof expressReceiver): Promise<string> {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text!);
  const source = examples.find((text) =>
    text.includes("import { expressReceiver } from 'payrig/webhooks';"),
  )!;
  const script = source.replace(/^import.*$/gm, '').replace(/^app\.listen\(.*$/m, '');
  const example = new Function('express', 'expressReceiver', 'process', 'console', `${script}; return app;`);
  const app = example(
    express,
    kit,
    { env: { WEBHOOK_SECRET: secret } },
    { log: () => {} },
  ) as express.Express;
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
}

/** The kit with verification taken out: what comes is parsed and handed on. */
const trusting: typeof expressReceiver = (_, handle) => (request, response, next) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    try {
      await handle(JSON.parse(Buffer.concat(chunks).toString()), { id: '' });
      response.writeHead(204).end();
    } catch (error) {
      next(Object.assign(error as Error, { status: 400 }));
    }
  });
};

test('the Express example of the README passes as it is printed', async () => {
  const { code, stdout } = await run([
    await readmeExample(expressReceiver),
    '--secret',
    secret,
    '--fail-on',
    'implied',
  ]);
  expect(stdout).toContain('judged clauses pass');
  expect(code).toBe(0);
});

test('with verification taken out of it, the exam says so first', async () => {
  const url = await readmeExample(trusting);
  const { code, stdout } = await run([url, '--secret', secret, '--skip', 'survival.*,content.*']);
  expect(code).toBe(1);
  const [, first, ...told] = /^FAIL (\S+)\n((?:.|\n)*?)\n\n/m.exec(stdout)!;
  expect(first).toBe('signature.missing');
  const text = told.join('');
  expect(text).toContain('A delivery without a signature is refused.');
  for (const label of ['request', 'response', 'danger', 'mend', 'again'])
    expect(text).toContain(`  ${label}`);
  const result = await runExam({ url, secret }, { only: ['genuine'] });
  expect(result.exitCode).toBe(0);
});

test('a wrong command line ends with code 2 and a sentence', async () => {
  const wrong: [string[], RegExp][] = [
    [[], /Name the address/],
    [['http://127.0.0.1:1/'], /--secret.*--unsigned/],
    [['nonsense', '--secret', 's'], /not an http or https URL/],
    [['http://127.0.0.1:1/', '--secret', 's', '--encryption-key', 'short'], /32 bytes/],
    [['http://127.0.0.1:1/', '--secret', 's', '--only', 'signature.none'], /No clause is called/],
    [['http://127.0.0.1:1/', '--secret', 's', '--replay', 'nonsense'], /not a replay token/],
  ];
  const tried = sample(wrong, 2);
  const runs = await Promise.all(tried.map(([args]) => run(args)));
  for (const [at, { code, stderr }] of runs.entries()) {
    expect(stderr).toMatch(tried[at]![1]);
    expect(code).toBe(2);
  }
});

test('the clauses are listed with what they need; a receiver that does not answer is code 3', async () => {
  const [list, unanswered] = await Promise.all([
    run(['--list', '--only', 'encryption.downgrade']),
    run(['http://127.0.0.1:1/', '--secret', 's3cret']),
  ]);
  expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining('needs --encryption-key') });
  expect(list.stdout.split('\n')[0]).toBe('encryption.downgrade');
  expect(unanswered).toMatchObject({ code: 3, stdout: expect.stringContaining('No receiver answers at') });
});
