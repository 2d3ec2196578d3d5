import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, expect, test } from 'vitest';
import type { RunResult } from '../judgement/result.ts';
import { consoleReport } from '../report/console.ts';
import { htmlReport } from '../report/html-report.ts';
import { junitReport } from '../report/junit.ts';
import { runExam } from '../suite/run-exam.ts';
import { examTests, type TestApi } from '../vitest.ts';
import { agreedInTests } from './testing/agreed-in-tests.ts';
import { type RunningReceiver, rightSteps, type Steps, startSteps } from './testing/hand-made-receiver.ts';

const { secret } = agreedInTests;
let open: RunningReceiver[] = [];
afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.close();
  open = [];
});

async function started(
  change: Partial<Steps> = {},
  protection = { secret } as { secret?: string; key?: string },
) {
  const receiver = await startSteps(protection, { ...rightSteps(), ...change });
  open.push(receiver);
  return receiver;
}

const of = ({ clauses }: RunResult, id: string) => clauses.find(({ clause }) => clause === id)!;
const trusting = { verify: () => true };

test('what is not given is not judged, and told with what would have it judged', async () => {
  const { url } = await started();
  const result = await runExam({ url, secret }, { only: ['encryption', 'handled', 'genuine.payroll'] });
  expect(of(result, 'encryption.downgrade')).toMatchObject({
    verdict: 'skip',
    skip: { message: 'it needs key', enable: [expect.stringContaining('--encryption-key')] },
  });
  expect(of(result, 'handled.once').skip?.enable).toEqual([expect.stringContaining('--handled')]);
  expect(of(result, 'signature.missing').skip?.kind).toBe('not-selected');
  expect(result.exitCode).toBe(0);
  expect((await runExam({ url, secret }, { only: ['handled.once'] })).exitCode).toBe(3);
});

test('a receiver that takes nothing genuine fails that, and is not praised for what it refuses', async () => {
  const { url } = await started();
  const result = await runExam(
    { url, secret: 'another secret' },
    { only: ['signature.*', 'genuine.payroll'] },
  );
  expect(of(result, 'genuine.payroll').verdict).toBe('fail');
  expect(of(result, 'signature.missing')).toMatchObject({
    verdict: 'skip',
    skip: { kind: 'cannot-arrange' },
  });
  expect(result.exitCode).toBe(1);
});

test('a failure tells what was sent, what came back, why that is dangerous and how to mend it', async () => {
  const { url } = await started(trusting);
  const result = await runExam({ url, secret }, { only: ['signature.*'], seed: 3 });
  const first = result.clauses.find(({ verdict }) => verdict === 'fail')!;
  expect(first.clause).toBe('signature.missing');
  const { exchange, advice, replay } = first.failure!;
  expect(exchange).toMatchObject({ method: 'POST', status: 204 });
  expect(exchange?.curl).toMatch(
    /^curl -sS -i -g -X POST 'http:.*-H 'Content-Type: application\/json' --data-raw '\{"event/,
  );
  expect(exchange?.curl).not.toContain('Signature');
  expect(of(result, 'signature.empty').failure?.exchange?.curl).toContain(`-H 'X-Svc-Signature;'`);
  expect(advice?.kit).toContain('expressReceiver({ secret, unencrypted: true }, handle)');
  const texts = [consoleReport(result, { columns: 1000 }), htmlReport(result), junitReport(result)];
  for (const text of texts) for (const part of [advice!.danger, advice!.mend]) expect(text).toContain(part);
  for (const text of [...texts, JSON.stringify(result)]) expect(text).not.toContain(secret);
  const again = await runExam({ url, secret }, { replay });
  expect(again.clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause)).toEqual([
    'signature.missing',
  ]);
});

test('the curl line of a failure does again what was done', async () => {
  const { url } = await started(trusting);
  const result = await runExam({ url, secret }, { only: ['body.changed-bit'], seed: 3 });
  const { curl } = of(result, 'body.changed-bit').failure!.exchange!;
  const { execFile } = await import('node:child_process');
  const answer = await new Promise<string>((resolve, reject) =>
    execFile('sh', ['-c', curl], (error, stdout) => (error ? reject(error) : resolve(stdout))),
  );
  expect(answer).toMatch(/^HTTP\/1.1 204/);
});

test('a report keeps to the published schema', async () => {
  const { url } = await started(trusting);
  const schema = JSON.parse(readFileSync(new URL('../report/report.schema.json', import.meta.url), 'utf8'));
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  const result = await runExam({ url, secret }, { only: ['signature.*', 'encryption.*'] });
  validate(JSON.parse(JSON.stringify(result)));
  expect(validate.errors).toBeNull();
});

test('a receiver that is not there, goes away or falls silent ends the exam with a sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await new Promise((resolve) => server.close(resolve));
  const nobody = await runExam({ url, secret }, {});
  expect(nobody).toMatchObject({ exitCode: 3, stopped: expect.stringContaining('No receiver answers at') });

  const right = rightSteps();
  const deadly: Partial<Steps> = {
    async take(steps, request, response, own) {
      if (request.headers['x-svc-signature'] !== undefined) return right.take(steps, request, response, own);
      own.server.close();
      own.server.closeAllConnections();
    },
  };
  const dying = await started(deadly);
  const died = await runExam({ url: dying.url, secret }, { only: ['signature.*'] });
  expect(of(died, 'signature.missing').verdict).toBe('fail');
  expect(of(died, 'signature.wrong').skip?.kind).toBe('stopped');
  expect(died.exitCode).toBe(1);
  const dyingOnceMore = await started(deadly);
  const implied = await runExam({ url: dyingOnceMore.url, secret }, { only: ['survival.no-server-error'] });
  expect(implied).toMatchObject({ exitCode: 1, stopped: expect.stringContaining('The receiver is gone') });

  const silent = await started({ take: async () => {} });
  const hung = await runExam({ url: silent.url, secret }, { timeoutMs: 50 });
  expect(hung.stopped).toBe('The receiver stopped answering.');
});

test('a probe may be an address or a module', async () => {
  const receiver = await started();
  const probe = createServer((request, response) => {
    const userId = new URL(request.url ?? '', 'http://probe').searchParams.get('user_id') ?? '';
    response.end(JSON.stringify({ handled: receiver.handled(userId) }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = `http://127.0.0.1:${(probe.address() as AddressInfo).port}/handled`;
  const folder = await mkdtemp(join(tmpdir(), 'payrig-probe-'));
  try {
    const module = join(folder, 'probe.mjs');
    await writeFile(
      module,
      `export default async (id) => (await (await fetch('${address}?user_id=' + id)).json()).handled;`,
    );
    for (const handled of [address, module]) {
      const result = await runExam({ url: receiver.url, secret }, { only: ['handled.*'], handled });
      expect(result.totals).toMatchObject({ pass: 3, judged: 3 });
    }
  } finally {
    probe.close();
    probe.closeAllConnections();
    await rm(folder, { recursive: true });
  }
});

test('a deployment of its own names is examined by its profile', async () => {
  const right = rightSteps();
  const receiver = await started({
    header: (request, name) => right.header(request, name.replace('Svc', 'Acme')),
    isDelivery: (event) =>
      right.isDelivery(event) && !String((event as { event: string }).event).includes('taxauth'),
  });
  const profile = { naming: { vendor: 'acme', authority: 'revenue' } };
  const result = await runExam(
    { url: receiver.url, secret },
    { profile, skip: ['survival.garbage', 'handled'] },
  );
  expect(result.exitCode).toBe(0);
});

test('as vitest tests, every clause tells its verdict', async () => {
  const { url } = await started(trusting);
  const hooks: (() => Promise<void>)[] = [];
  const tests = new Map<string, Parameters<TestApi['test']>[1]>();
  const api: TestApi = {
    describe: (_, body) => body(),
    beforeAll: (body) => void hooks.push(body),
    test: (name, body) => void tests.set(name.split(':')[0]!, body),
  };
  examTests(api, () => ({ url, secret }), { only: ['signature.missing', 'genuine.payroll', 'handled.once'] });
  for (const hook of hooks) await hook();
  const told: string[] = [];
  await tests.get('genuine.payroll')!({ skip: () => told.push('skipped') });
  await tests.get('handled.once')!({ skip: () => told.push('skipped') });
  expect(told).toEqual(['skipped']);
  await expect(tests.get('signature.missing')!({ skip: () => {} })).rejects.toThrow(
    /An attacker who learns the address/,
  );
});

test('bad options are mistakes of the caller', async () => {
  await expect(runExam({ url: 'http://127.0.0.1:1/', secret: '' })).rejects.toThrow(TypeError);
  await expect(runExam({ url: 'http://127.0.0.1:1/', encryptionKey: 'short' })).rejects.toThrow(/32 bytes/);
});
