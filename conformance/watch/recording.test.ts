import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts';
import { isProof } from '../../spec/testing/test-run.ts';
import { BadUsage } from '../judgement/failure.ts';
import type { Passed } from './memory/passed.ts';
import { OpenWatch } from './open-watch.ts';
import { type RecordingLine, RecordingWriter, readRecording } from './recording.ts';
import { Watch } from './watch.ts';

const body = JSON.stringify({ client_display_name: 'Ада', payroll_period_months: 6 });
const passed = (begun: number): Passed => ({
  ...{ begun, ended: begun + 1, at: 1_800_000_000_000 + begun, durationMs: 1, status: 200 },
  ...{ method: 'PATCH', url: '/configuration', requestHeaders: {}, requestText: body },
  ...{ responseHeaders: { 'content-type': 'application/json' }, responseText: body },
  kind: 'exchange',
});
async function linesOf(file: string): Promise<RecordingLine[]> {
  const lines: RecordingLine[] = [];
  for await (const line of readRecording([file])) lines.push(line);
  return lines;
}
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
    for (let cut = 0; cut < whole.length; cut += isProof ? 1 : 5) {
      writeFileSync(file, whole.subarray(0, cut));
      const kept = await linesOf(file).catch((error: Error) =>
        fail(new Error(`cut at ${cut}: ${error.message}`)),
      );
      // What was under way when the process was killed has ended, in a way that nothing tells.
      const told = kept.filter((line) => 'begin' in line || line.unread === undefined);
      expect(all.slice(0, told.length), `cut at ${cut}`).toEqual(told);
      const lines = whole.subarray(0, cut).toString().split('\n').length - 1;
      if (!isZipped) expect(told.length, `cut at ${cut}`).toBe(Math.max(0, lines - (lines > 3 ? 2 : 1)));
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
  expect(writer.lost).toBe(0);
  rmSync(join(file, '..'), { recursive: true });
});

test('what is no recording gets a sentence', async () => {
  const file = join(await temporaryFolder(), 'other.jsonl');
  writeFileSync(file, '{"log":{}}\n');
  await expect(new OpenWatch({}).recording([file])).rejects.toThrow('no recording of payrig watch');
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
  for (const line of lines.flatMap((one) => [...altered(one)])) {
    writeFileSync(recording, `{"kind":"payrig-recording","version":1}\n${JSON.stringify(line)}\n`);
    await read(async () => {
      const open = new OpenWatch({ keepValues: true });
      await open.recording([recording]);
      const { faults } = open.watch.ledger;
      expect([...faults.keys()], JSON.stringify(line)).toEqual([]);
      open.watch.ledger.report('');
    });
  }
  for (const one of altered(ledger)) {
    writeFileSync(other, JSON.stringify(one));
    await read(() => new OpenWatch({ ledgerFile: other }).watch.ledger.report(''));
  }
  expect(refused).toBeGreaterThan(200);
});
