import { afterEach, expect, it } from 'vitest';
import { drawStatement } from './draw.ts';
import { extractStatement } from './extract.ts';
import { layoutNames } from './statement.ts';
import { createStatementReader, type StatementReader } from './statement-reader.ts';
import { sampleStatement } from './testing/sample-statement.ts';
import { zipBomb } from './testing/zip-bomb.ts';

let reader: StatementReader;

afterEach(() => reader.close());

it('a thread reads what the calling thread would, in the order asked', async () => {
  reader = createStatementReader();
  const files = await Promise.all(
    layoutNames.map((layout) => drawStatement(sampleStatement(layout), { createdAt: 0 })),
  );
  files.push(new Uint8Array(), files[0]!.subarray(0, 900));
  const answers = await Promise.all(files.map((file) => reader.read(file)));
  expect(answers).toEqual(await Promise.all(files.map((file) => extractStatement(file))));
});

it('a file that takes too long is given up', async () => {
  reader = createStatementReader({ timeLimitMs: 0 });
  const bytes = await drawStatement(sampleStatement(), { createdAt: 0 });
  expect(await reader.read(bytes)).toMatchObject({ ok: false, code: 'out-of-time' });
  expect(await reader.read(bytes)).toMatchObject({ ok: false, code: 'out-of-time' });
});

it('a reader closed in the midst of a file answers all the same', async () => {
  reader = createStatementReader();
  const answer = reader.read(await drawStatement(sampleStatement(), { createdAt: 0 }));
  await reader.close();
  expect(await answer).toMatchObject({ ok: false });
});

it('a small file that unpacks to gigabytes is given up before it takes much memory', {
  timeout: 120_000,
}, async () => {
  const bomb = zipBomb(2000);
  expect(bomb.length).toBeLessThan(20_000);
  reader = createStatementReader({ timeLimitMs: 100_000, maxMemoryMb: 64 });
  let most = 0;
  const before = process.memoryUsage.rss();
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 20);
  expect(await reader.read(bomb)).toMatchObject({ ok: false, code: 'too-much-memory' });
  clearInterval(watch);
  expect(most).toBeLessThan(600 << 20);
});

it('no owner waits for the files of another', { timeout: 120_000 }, async () => {
  reader = createStatementReader({ timeLimitMs: 100_000, maxMemoryMb: 64, threads: 2 });
  const done: string[] = [];
  const [bomb, statement] = [zipBomb(2000), await drawStatement(sampleStatement(), { createdAt: 0 })];
  const read = async (bytes: Uint8Array, owner: string) => {
    const { ok } = await reader.read(bytes, owner);
    done.push(`${owner} ${ok}`);
  };
  await Promise.all([
    read(bomb, 'a'),
    read(bomb, 'a'),
    read(bomb, 'a'),
    read(bomb, 'a'),
    read(statement, 'b'),
  ]);
  expect(done.filter((one) => one === 'a false')).toHaveLength(4);
  expect(done.indexOf('b true')).toBeLessThan(4);
});
