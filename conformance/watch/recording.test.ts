import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts';
import { few, isProof, sample } from '../../spec/testing/test-run.ts';
import { BadUsage } from '../judgement/failure.ts';
import type { Passed } from './memory/passed.ts';
import { OpenWatch } from './open-watch.ts';
import { type Gap, type RecordingLine, RecordingWriter, readRecording } from './recording.ts';
import { Watch } from './watch.ts';

const body = JSON.stringify({ client_display_name: 'Ада', payroll_period_months: 6 });
const passed = (begun: number): Passed => ({
  ...{ begun, ended: begun + 1, at: 1_800_000_000_000 + begun, durationMs: 1, status: 200 },
  ...{ method: 'PATCH', url: '/configuration', requestHeaders: {}, requestText: body },
  ...{ responseHeaders: { 'content-type': 'application/json' }, responseText: body },
  kind: 'exchange',
});
async function allOf(file: string): Promise<(RecordingLine | Gap)[]> {
  const lines: (RecordingLine | Gap)[] = [];
  for await (const line of readRecording([file])) lines.push(line);
  return lines;
}
const linesOf = async (file: string): Promise<RecordingLine[]> =>
  (await allOf(file)).flatMap((line) => ('gap' in line ? [] : [line]));
const fail = (error: Error): never => {
  throw error;
};

async function recorded(file: string, orders: readonly number[]): Promise<void> {
  const writer = new RecordingWriter(file, { failed: fail });
  for (const order of orders) {
    writer.write({ begin: [order, 'PATCH', '/configuration'] });
    writer.write(passed(order));
  }
  await writer.close();
}

test.each(['night.jsonl', 'night.jsonl.gz'])(
  '%s is readable up to the last whole line after a cut at any byte, and goes on',
  async (name) => {
    const file = join(await temporaryFolder(), name);
    await recorded(file, [1]);
    await recorded(file, [1, 3]);
    const whole = readFileSync(file);
    const all = await linesOf(file);
    expect(all).toHaveLength(6);
    const isZipped = name.endsWith('.gz');
    for (let cut = 0; cut < whole.length; cut += isProof ? 1 : 15) {
      writeFileSync(file, whole.subarray(0, cut));
      const kept = await linesOf(file).catch((error: Error) =>
        fail(new Error(`cut at ${cut}: ${error.message}`)),
      );
      expect(all.slice(0, kept.length), `cut at ${cut}`).toEqual(kept);
      const lines = whole.subarray(0, cut).toString().split('\n').length - 1;
      if (!isZipped) expect(kept.length, `cut at ${cut}`).toBe(Math.max(0, lines - (lines > 3 ? 2 : 1)));
      if (cut % 7 > 1) continue;
      await recorded(file, [1]);
      const after = await linesOf(file);
      const [begin, end] = after.slice(-2);
      expect(end, `cut at ${cut}`).toMatchObject({ kind: 'exchange', url: '/configuration', status: 200 });
      expect(begin, `cut at ${cut}`).toHaveProperty('begin');
      const orders = after.flatMap((line) => ('begin' in line ? [line.begin[0]] : [line.ended]));
      expect(orders, `cut at ${cut}`).toEqual([...new Set(orders)].sort((a, b) => a - b));
    }
  },
);

test('after a restart the same value has the same stand-in', async () => {
  const file = join(await temporaryFolder(), 'night.jsonl');
  for (let start = 0; start < 2; start++) {
    const open = new OpenWatch({ record: file });
    const { requestText, responseText, ...rest } = passed(1);
    const bytes = { requestBody: Buffer.from(requestText), responseBody: Buffer.from(responseText) };
    open.intake.end(open.intake.begin('exchange', 'PATCH', '/configuration'), { ...rest, ...bytes });
    await open.close('');
  }
  const [, one, , two] = await linesOf(file);
  expect(one).toMatchObject({ begun: 1, ended: 2 });
  expect(two).toMatchObject({ begun: 3, ended: 4 });
  const texts = [one, two].map((line) => (line && 'kind' in line ? line.requestText : ''));
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).not.toContain('Ада');
  expect(statSync(`${file}.key`).mode & 0o777).toBe(0o600);
});

test('a recording that cannot be written is a warning, and is written once it can be', async () => {
  const file = join(await temporaryFolder(), 'a', 'night.jsonl');
  const warnings: string[] = [];
  const writer = new RecordingWriter(file, { failed: ({ message }) => warnings.push(message) });
  writer.write(passed(1));
  await expect.poll(() => warnings.length).toBeGreaterThan(1);
  mkdirSync(join(file, '..'));
  await expect.poll(() => linesOf(file).catch(() => [])).toHaveLength(1);
  await writer.close();
  expect(readFileSync(`${file}.lost`, 'utf8').trim()).toBe('0');
  rmSync(join(file, '..'), { recursive: true });
});

test('what a killed process could not write is counted in the recording of the next one', async () => {
  const file = join(await temporaryFolder(), 'night.jsonl');
  // Nothing can be written while a folder has its name, as on a full disk; what is on the disk already can be changed.
  mkdirSync(file);
  const tally = (): string => readFileSync(`${file}.lost`, 'utf8').trim();
  const script = `
    const { RecordingWriter } = await import(${JSON.stringify(new URL('./recording.ts', import.meta.url).href)});
    const writer = new RecordingWriter(${JSON.stringify(file)}, { failed: () => undefined });
    const line = { ...${JSON.stringify(passed(1))}, responseText: 'x'.repeat(1024 * 1024) };
    for (let at = 0; at < 40; at++) writer.write(line);
    setInterval(() => undefined, 1000);`;
  for (const least of [40, 80]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    await expect.poll(() => existsSync(`${file}.lost`) && Number(tally()), { timeout: 20_000 }).toBe(least);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(file, { recursive: true });
  await recorded(file, [1]);
  const [gap] = await allOf(file);
  expect(gap).toMatchObject({ isStart: true, lost: 80 });
  expect(tally()).toBe('0');
  const open = new OpenWatch({ keepValues: true });
  await open.recording([file]);
  expect(open.watch.ledger.report('').notes.join()).toMatch(/Up to 8\d lines are missing/);
});

test('where lines of a recording are missing, what may have changed there breaks no clause', async () => {
  const file = join(await temporaryFolder(), 'night.jsonl');
  const shows = (months: number, begun: number, ended: number): object => ({
    ...{ ...passed(begun), ended, method: 'GET', requestText: '' },
    responseText: JSON.stringify({ payroll_period_months: months }),
  });
  const start = { kind: 'payrig-recording', version: 1 };
  const brokenIn = async (...lines: object[]): Promise<string[]> => {
    writeFileSync(file, [start, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
    const open = new OpenWatch({ keepValues: true, soleWriter: true });
    await open.recording([file]);
    expect([...open.watch.ledger.faults]).toEqual([]);
    return open.watch.ledger
      .report('')
      .clauses.filter(({ verdict }) => verdict === 'fail')
      .map(({ clause }) => clause);
  };
  expect(await brokenIn(shows(6, 1, 2), shows(12, 3, 4))).not.toEqual([]);
  expect(await brokenIn(shows(6, 1, 2), start, shows(12, 1, 2))).toEqual([]);
  expect(await brokenIn(shows(6, 1, 2), { lost: 9 }, shows(12, 12, 13))).toEqual([]);
  // A read that was under way while a change was lost may show what was before it.
  expect(await brokenIn({ lost: 9 }, shows(6, 4, 12), shows(12, 13, 14))).toEqual([]);
  // So may one beside a change whose beginning alone was lost, which is written again.
  const change = { begin: [3, 'PATCH', '/configuration'] };
  const twelve = '{"payroll_period_months":12}';
  const changed = { ...passed(3), ended: 19, requestText: twelve, responseText: twelve };
  expect(
    await brokenIn(change, { lost: 9 }, shows(6, 12, 13), shows(12, 14, 15), changed, shows(12, 20, 21)),
  ).toEqual([]);
});

test('a recording that was emptied while it grew begins as one again', async () => {
  const file = join(await temporaryFolder(), 'night.jsonl');
  const writer = new RecordingWriter(file, { failed: fail });
  writer.write(passed(1));
  await expect.poll(() => writer.bytes).toBeGreaterThan(300);
  truncateSync(file);
  writer.write(passed(3));
  await writer.close();
  expect(await linesOf(file)).toMatchObject([{ begun: 3 }]);
});

test('what was under way when lines were lost is told again', async () => {
  const file = join(await temporaryFolder(), 'a', 'night.jsonl');
  let lost = 0;
  const writer = new RecordingWriter(file, {
    failed: () => undefined,
    lost: (lines) => {
      lost += lines;
    },
  });
  const large = { ...passed(1), responseText: 'x'.repeat(20 * 1024 * 1024) };
  writer.write(large);
  for (const order of [3, 5]) writer.write({ begin: [order, 'PATCH', '/configuration'] });
  writer.write(passed(5));
  expect(lost).toBe(3);
  mkdirSync(join(file, '..'));
  await expect.poll(() => writer.bytes, { timeout: 20_000 }).toBeGreaterThan(1024);
  writer.write(passed(3));
  await writer.close();
  const [, begin, gap, end] = await allOf(file);
  expect(begin).toMatchObject({ begin: [3, 'PATCH', '/configuration'] });
  expect(gap).toMatchObject({ lost: 3, isStart: false });
  expect(end).toMatchObject({ begun: 3 });
});

test('what is not a recording gets a sentence', async () => {
  const file = join(await temporaryFolder(), 'other.jsonl');
  writeFileSync(file, '{"log":{}}\n');
  await expect(new OpenWatch({}).recording([file])).rejects.toThrow('not a recording of payrig watch');
});

/** The value with another one in each of its places in turn. */
function* altered(value: unknown): Generator<unknown> {
  for (const other of [null, 'x', -1, 1e300, [], {}, [{}], { x: {} }]) yield other;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value))
    for (const one of altered(child)) yield Object.assign(structuredClone(value), { [name]: one });
}

test('whoever changes a recording or a ledger gets a sentence or a report', async () => {
  const folder = await temporaryFolder();
  const watch = new Watch();
  const broken = { ...passed(1), responseText: '{"payroll_period_months":"six"}' };
  watch.end(broken);
  const ledger = watch.ledger.file('');
  expect(ledger.clauses['configuration.shape.types']?.broken).toBe(1);
  const seal = { signature: 'right', encryption: 'plain', hasKey: false, isBase64: false, bytes: 'x' };
  const lines = [passed(1), { ...passed(1), kind: 'delivery', seal }, { begin: [1, 'POST', '/users'] }];
  const [recording, other] = [join(folder, 'night.jsonl'), join(folder, 'ledger.json')];
  let refused = 0;
  const read = async (act: () => unknown): Promise<void> => {
    try {
      await act();
    } catch (error) {
      expect(error).toBeInstanceOf(BadUsage);
      refused++;
    }
  };
  const tampered = lines.flatMap((one) => [...altered(one)]);
  for (const line of sample(tampered, 150)) {
    writeFileSync(recording, `{"kind":"payrig-recording","version":1}\n${JSON.stringify(line)}\n`);
    await read(async () => {
      const open = new OpenWatch({ keepValues: true });
      await open.recording([recording]);
      const { faults } = open.watch.ledger;
      expect([...faults.keys()], JSON.stringify(line)).toEqual([]);
      open.watch.ledger.report('');
    });
  }
  for (const one of sample([...altered(ledger)], 150)) {
    writeFileSync(other, JSON.stringify(one));
    await read(() => new OpenWatch({ ledgerFile: other }).watch.ledger.report(''));
  }
  expect(refused).toBeGreaterThan(few(80, 200));
});
