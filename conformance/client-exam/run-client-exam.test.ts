import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { loadArrangementContract } from '../../spec/contract.ts';
import { objectAt } from '../../spec/json.ts';
import { runClientExam } from '../suite/run-client-exam.ts';
import { readExamFile, startsOf } from './exam-file.ts';
import { journeys, type Values } from './stage/journeys.ts';
import { amountOf, sumOf } from './stage/money.ts';
import { startJourney } from './stage/start-journey.ts';
import { specimen } from './testing/specimen.ts';

test('the arrangement API knows the same journeys', () => {
  const order = objectAt(
    loadArrangementContract().document,
    'components',
    'schemas',
    'RunOrder',
    'properties',
  );
  expect(objectAt(order, 'journeys', 'items')['enum']).toEqual(journeys);
});

const problemsIn = (text: string): string => {
  try {
    readExamFile(text, 'payrig-exam.yaml');
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('an exam file says how journeys are started, and every fault of it is told in a sentence', () => {
  const file = 'journeys: { list-users: { run: node a.mjs }, income: { http: "http://127.0.0.1:3000/x" } }';
  expect(readExamFile(file, '/there/payrig-exam.yaml')).toEqual({
    'list-users': { run: 'node a.mjs', cwd: '/there' },
    income: { http: 'http://127.0.0.1:3000/x' },
  });
  expect(problemsIn('journeys: { list-user: { run: a } }')).toMatch(
    /no journey called \[list-user\].*list-users/,
  );
  expect(problemsIn('journeys: { connect: { run: a, http: b } }')).toMatch(
    /\[connect\] needs either \[run\] or \[http\]/,
  );
  expect(problemsIn('journeys: { connect: { http: nowhere } }')).toMatch(/http or https address/);
  expect(problemsIn('journeys: { connect: { run: 7 } }')).toMatch(/a command as text/);
  expect(problemsIn('journeys: { income: { run: a, receiver: "http://a/" } }')).toMatch(/causes no event/);
  expect(problemsIn('journeys: { connect: { run: a, receiver: here } }')).toMatch(/under \[receiver\]/);
  expect(problemsIn('journeys: {}\nmore: 1')).toMatch(/\[more\] is not known[\s\S]*names none/);
  expect(problemsIn('- 1')).toMatch(/needs \[journeys\]/);
  expect(problemsIn('a: [')).toMatch(/not YAML/);
  expect(() => startsOf({ run: 'a' }, ['lists'])).toThrow(/no journey called \[lists\]/);
});

test('amounts are compared to the penny', () => {
  expect(amountOf('1,234.50')).toBe(amountOf(1234.5));
  expect(amountOf(0.1 + 0.2)).not.toBe(amountOf('0.30'));
  expect(amountOf('twelve')).toBeUndefined();
  expect(sumOf(['-0.05', '0.01'])).toBe('-0.04');
  expect(sumOf(['1.00', null])).toBe('1.00');
  expect(sumOf(['1.00', 'x'])).toBeUndefined();
});

const options = { patienceMs: 60_000, signal: new AbortController().signal };

test('a command gets its values in the environment, and its last line is what it concludes', async () => {
  const code = 'console.log("log"); console.log(JSON.stringify({users: process.env.PAYRIG_EXAM_URL}))';
  const ended = await startJourney({ run: `"${process.execPath}" -e '${code}'` }, { URL: 'x' }, options);
  expect(ended).toMatchObject({ ok: true, how: 'exit code 0', printed: { users: 'x' } });
  const failed = await startJourney({ run: 'echo no >&2; exit 3' }, {}, options);
  expect(failed).toMatchObject({ ok: false, ended: true, how: 'exit code 3', output: 'no\n' });
  const late = await startJourney({ run: 'sleep 60' }, {}, { ...options, patienceMs: 50 });
  expect(late).toMatchObject({ ok: false, ended: false });
});

test('commands share what Node compiles, in a folder of the exam or in that of the user', async () => {
  const code = 'console.log(process.env.NODE_COMPILE_CACHE)';
  const start = { run: `"${process.execPath}" -e '${code}'` };
  const folders: string[] = [];
  for (let times = 0; times < 2; times++)
    folders.push((await startJourney(start, {}, options)).output.trim());
  expect(folders[0]).toBe(folders[1]);
  expect(statSync(folders[0]!).isDirectory()).toBe(true);
  const own = await startJourney(start, {}, { ...options, env: { NODE_COMPILE_CACHE: '/of/the/user' } });
  expect(own.output).toBe('/of/the/user\n');
});

test('an address gets its values as JSON, and a journey that fails plainly is told and ends there', {
  timeout: 120_000,
}, async () => {
  const client = specimen();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const values = JSON.parse(Buffer.concat(chunks).toString()) as Values;
    if (values['JOURNEY'] === 'delete-user') return void response.writeHead(500).end('out of order');
    const printed = await client(values).catch(() => undefined);
    response.end(JSON.stringify(printed ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const http = `http://127.0.0.1:${(server.address() as AddressInfo).port}/start`;
  const result = await runClientExam(
    { journeys: { 'delete-entry': { http }, 'delete-user': { http } } },
    { only: ['journey.plain', 'repetition.twice'], seed: 1 },
  );
  server.close();
  const [plain, twice] = ['journey.plain', 'repetition.twice'].map(
    (id) => result.clauses.find(({ clause }) => clause === id)!,
  );
  expect(plain!.failure?.actual).toContain('status 500, with the output "out of order"');
  expect([twice!.verdict, result.exitCode, result.subject]).toEqual(['pass', 1, 'client']);
  expect(result.notes[0]).toContain('connect (USER_ID, USER_TOKEN');
  const replayed = await runClientExam(
    { journeys: { 'delete-entry': { http }, 'delete-user': { call: client } } },
    { replay: plain!.failure!.replay, seed: 1 },
  );
  expect(replayed.exitCode).toBe(0);
});

test('an answer that unpacks past the limit fails its journey with a sentence, and is not unpacked further', {
  timeout: 120_000,
}, async () => {
  const packed = gzipSync(Buffer.alloc(64 << 20));
  const server = createServer((request, response) => {
    request.on('end', () => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed)).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const http = `http://127.0.0.1:${(server.address() as AddressInfo).port}/start`;
  const outcome = await startJourney({ http }, {}, options);
  expect(outcome).toMatchObject({ ok: false, ended: true, output: '' });
  expect(outcome.how).toContain('the body has more than 1 MB');
  const result = await runClientExam(
    { journeys: { 'delete-user': { http } } },
    { only: ['journey.plain'], seed: 1 },
  );
  expect(result.exitCode).toBe(1);
  const plain = result.clauses.find(({ clause }) => clause === 'journey.plain');
  expect(plain?.failure?.actual).toContain('the body has more than 1 MB');
});
