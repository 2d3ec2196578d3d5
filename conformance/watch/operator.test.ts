import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts';
import { sign } from '../../spec/webhooks/seal.ts';
import { Failure } from '../judgement/failure.ts';
import { consoleReport } from '../report/console.ts';
import { BreakHook } from './break-hook.ts';
import { Intake, type RawPassed } from './intake.ts';
import { Ledger } from './ledger.ts';
import type { Passed } from './memory/passed.ts';
import { OpenWatch } from './open-watch.ts';
import { startProxy } from './proxy.ts';
import { RecordingWriter, readRecording } from './recording.ts';
import { type Sample, sampleOf } from './sample.ts';
import { exchanges } from './testing/watched.ts';
import { Timeline } from './timeline.ts';
import { Watch } from './watch.ts';

const [monday, tuesday] = [Date.parse('2026-11-16T10:00:00Z'), Date.parse('2026-11-17T09:00:00Z')];
const broke = new Failure('a number', 'six');
const clause = 'configuration.shape.types';

test('a clause that was broken on Monday and is whole since Tuesday is said to be so, and after a restart too', () => {
  const before = new Ledger();
  before.break(clause, broke, monday, () => undefined);
  before.confirm(clause, tuesday);
  const ledger = new Ledger(JSON.parse(JSON.stringify(before.file(''))));
  ledger.confirm(clause, tuesday + 1000);
  const found = () => ledger.report('').clauses.find((one) => one.clause === clause)!;
  expect(found().seen).toMatchObject({ confirmed: 2, broken: 1, lastBroken: '2026-11-16T10:00:00.000Z' });
  expect(found().failure?.diagnosis?.[0]).toContain('kept since 2026-11-17T09:00:00.000Z, 2 times');
  ledger.break(clause, broke, tuesday + 2000, () => undefined);
  expect(found().failure?.diagnosis?.[0]).toContain('It was not seen kept since.');
});

test('a week of traffic takes as much room as a minute, and loses no count', () => {
  const timeline = new Timeline();
  for (let at = 0; at < 7 * 86_400_000; at += 60_000) timeline.count('passed', monday + at);
  timeline.count('broken', tuesday);
  expect(timeline.spans.length).toBeLessThanOrEqual(120);
  expect(timeline.spans.reduce((sum, { passed }) => sum + passed, 0)).toBe(7 * 1440);
  expect(timeline.spans.find(({ broken }) => broken > 0)).toMatchObject({ broken: 1 });
  const [first, second] = timeline.spans;
  expect(second!.from).toBe(first!.to);
});

test('six requests print what is confirmed and the five requests that would teach most, on one screen', () => {
  const watch = new Watch();
  const page = { offset: 1, limit: 5, count: 0, total_count: 0 };
  exchanges(
    watch,
    Array(6).fill(['GET', '/users?offset=1&limit=5', undefined, 200, { pagination: page, users: [] }]),
  );
  const report = watch.ledger.report('https://staging.example');
  const shown = consoleReport(report, { isShort: true }).split('\n');
  expect(shown.length).toBeLessThan(50);
  expect(shown.filter((line) => /^ +\d+ (GET|PUT|POST|PATCH|DELETE|a delivery)/.test(line))).toHaveLength(5);
  expect(consoleReport(report).split('\n').length).toBeGreaterThan(100);
});

const passed = (begun: number, more: Partial<Passed> = {}): Passed => ({
  ...{ kind: 'exchange', begun, ended: begun + 1, at: monday + begun, durationMs: 1, status: 200 },
  ...{ method: 'PATCH', url: '/configuration', requestHeaders: {}, requestText: '{}' },
  ...{ responseHeaders: {}, responseText: '{}' },
  ...more,
});

test.each(['night.jsonl', 'night.jsonl.gz'])(
  '%s is put aside at its size, is read as one, and old files alone are removed',
  async (name) => {
    const folder = await temporaryFolder();
    const others = ['night-of-mine.jsonl', 'night-2020-01-01T00-00-00.000Z.txt'];
    const old = name.replace('night', 'night-2020-01-01T00-00-00.000Z');
    for (const one of [...others, old]) writeFileSync(join(folder, one), '');
    const failed = (error: Error): never => {
      throw error;
    };
    const options = { failed, rotate: { bytes: 1 }, keepMs: 86_400_000 };
    const writer = new RecordingWriter(join(folder, name), options);
    for (let order = 1; order < 6; order += 2) {
      writer.write({ begin: [order, 'PATCH', '/configuration'] });
      writer.write(passed(order));
      await expect.poll(() => writer.bytes, { interval: 5 }).toBeGreaterThan(order * 10);
      const written = writer.bytes;
      writer.write(passed(order, { method: 'GET' }));
      await expect.poll(() => writer.bytes, { interval: 5 }).toBeGreaterThan(written);
    }
    await writer.close();
    const names = readdirSync(folder).filter((one) => !one.endsWith('.lost'));
    expect(names).toEqual(expect.arrayContaining(others));
    expect(names).not.toContain(old);
    const own = names.filter((one) => !others.includes(one) && one !== name).sort();
    expect(own.length).toBeGreaterThanOrEqual(2);
    const files = [...own, name].map((one) => join(folder, one));
    const lines: object[] = [];
    for await (const line of readRecording(files)) lines.push(line);
    expect(lines.filter((line) => 'begin' in line)).toHaveLength(3);
    expect(lines.filter((line) => 'kind' in line && 'begun' in line)).toHaveLength(6);
  },
);

test('what cannot be written is counted as lost, never waits, and its place is known to a reader', async () => {
  const folder = join(await temporaryFolder(), 'later');
  const file = join(folder, 'r.jsonl');
  const warnings: string[] = [];
  let lost = 0;
  const writer = new RecordingWriter(file, {
    failed: ({ message }) => warnings.push(message),
    lost: (lines) => {
      lost += lines;
    },
  });
  const large = 'x'.repeat(1024 * 1024);
  for (let order = 1; order < 60; order += 2) writer.write(passed(order, { responseText: large }));
  expect(lost).toBeGreaterThan(5);
  const sofar = lost;
  await expect.poll(() => warnings.length).toBeGreaterThan(0);
  mkdirSync(folder);
  await expect.poll(() => writer.bytes, { timeout: 5000 }).toBeGreaterThan(1024 * 1024);
  writer.write(passed(101));
  await writer.close();
  expect(lost).toBe(sofar);
  const read: object[] = [];
  for await (const line of readRecording([file])) read.push(line);
  expect(read.slice(-2)).toMatchObject([{ lost, isStart: false }, { url: '/configuration' }]);
});

const ids = Array.from({ length: 200 }, (_, at) => `5f0c2a9e-8f43-4b0e-9d5a-${String(at).padStart(12, '0')}`);

test('a sample takes a share of the users, each with the whole story, and all that is about none', () => {
  const taken = (sample: Sample, more: Partial<Passed>) => sample(passed(1, more));
  const sample = sampleOf(0.3);
  const stories = ids.map((user, at) => [
    taken(sample, { url: `/users/${user}` }),
    taken(sample, { url: `/_sandbox/users/${user}/tokens`, responseText: `{"token":"t${at}"}` }),
    taken(sample, {
      url: '/payroll/entries/connections',
      requestHeaders: { authorization: `Bearer t${at}` },
      requestText: `{"account_id":"a${at}"}`,
    }),
    taken(sample, {
      url: '/hooks',
      kind: 'delivery',
      requestText: `{"user_id":"${user}","account_id":"a${at}"}`,
    }),
  ]);
  for (const story of stories) expect(new Set(story).size).toBe(1);
  const share = stories.filter(([first]) => first).length / ids.length;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.4);
  expect(ids.map((user) => taken(sampleOf(0.3), { url: `/users/${user}` }))).toEqual(
    stories.map(([first]) => first),
  );
  expect(taken(sampleOf(0), { url: `/webhooks/${ids[0]}` })).toBe(true);
});

test('a write outside the sample is neither judged nor recorded in full, and still known to have happened', () => {
  const lines: object[] = [];
  const watch = new Watch();
  const intake = new Intake(watch, { record: (line) => lines.push(line), sample: sampleOf(0) });
  const send = (method: string, url: string): void => {
    const raw: RawPassed = {
      ...passed(1),
      method,
      url,
      requestBody: Buffer.from('{"forename":"Ada"}'),
      responseBody: Buffer.from('{}'),
    };
    intake.end(intake.begin('exchange', method, url), raw);
  };
  send('PATCH', `/users/${ids[0]}`);
  send('GET', `/expenditure/${ids[0]}/ons`);
  expect(JSON.stringify(lines)).not.toContain('Ada');
  expect(lines).toHaveLength(2);
  expect(watch.ledger.counts).toMatchObject({ exchanges: 0, unread: 0, unsampled: 2 });
});

async function hooks(): Promise<{
  url: string;
  got: { headers: IncomingMessage['headers']; body: string }[];
  answer: { status: number };
}> {
  const got: { headers: IncomingMessage['headers']; body: string }[] = [];
  const answer = { status: 204 };
  const server = createServer(async (message, response) => {
    got.push({ headers: message.headers, body: await text(message) });
    response.writeHead(answer.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://user:pass@127.0.0.1:${(server.address() as AddressInfo).port}`, got, answer };
}

const entry = { confirmed: 3, broken: 1, explained: 0 };

test('a hook hears of a clause once an hour, signed like a delivery; one that fails is warned of and told again later', async () => {
  const { url, got, answer } = await hooks();
  const warnings: string[] = [];
  const hook = new BreakHook({
    to: url,
    secret: 'hook-secret',
    target: 'https://staging.example',
    failed: (why) => warnings.push(why),
  });
  await hook.tell(clause, broke, entry);
  await hook.tell(clause, broke, entry);
  expect(got).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = got;
  expect(headers['x-svc-signature']).toBe(sign(body, 'hook-secret'));
  expect(headers.authorization).toBe(`Basic ${btoa('user:pass')}`);
  expect(JSON.parse(body)).toMatchObject({
    event: 'clause-broken',
    clause,
    expected: 'a number',
    actual: 'six',
  });
  answer.status = 500;
  await hook.tell('users.list.answer', broke, entry);
  expect(warnings).toEqual([expect.stringContaining('answered 500')]);
  expect(warnings.join()).not.toContain('pass@');
  expect(hook).toMatchObject({ sent: 1, failed: 1 });
});

test.skipIf(process.platform === 'win32')(
  'a command gets the message on its standard input; one that hangs is ended',
  async () => {
    const file = join(await temporaryFolder(), 'told.json');
    const warnings: string[] = [];
    const failed = (why: string) => warnings.push(why);
    const hook = new BreakHook({ to: `cat > '${file}'`, target: 't', failed });
    await hook.tell(clause, broke, entry);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ clause });
    await new BreakHook({ to: 'exit 7', target: 't', failed }).tell(clause, broke, entry);
    expect(warnings).toEqual([expect.stringContaining('ended with 7')]);
  },
);

test('a break of the ledger reaches whoever listens, also when no example is kept', () => {
  const open = new OpenWatch({});
  const heard: string[] = [];
  open.watch.ledger.onBreak = (one) => heard.push(one);
  exchanges(
    open.watch,
    Array(3).fill(['GET', '/configuration', undefined, 200, { payroll_period_months: 'six' }]),
  );
  expect(heard.filter((one) => one === clause)).toHaveLength(3);
});

test('under a certificate the proxy is called by https, and judges the same', async () => {
  const folder = await temporaryFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const upstream = createServer(
    (_, response) => void response.end('{"providers":[],"employers":[],"parent_provider_meta":[]}'),
  );
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const watch = new Watch();
  const tls = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  const to = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const proxy = await startProxy({ kind: 'exchange', to, port: 0, intake: new Intake(watch), tls });
  onTestFinished(async () => {
    await proxy.close();
    upstream.close();
    rmSync(folder, { recursive: true });
  });
  expect(proxy.url).toMatch(/^https:/);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(
      `${proxy.url}/providers`,
      { ca: tls.cert, servername: 'localhost', headers: { host: 'localhost' } },
      resolve,
    )
      .on('error', reject)
      .end();
  });
  expect(await text(answer)).toContain('providers');
  await expect.poll(() => watch.ledger.counts.exchanges).toBe(1);
});
