import { afterEach, expect, it } from 'vitest';
import { drawStatement } from './draw.ts';
import { extractStatement } from './extract.ts';
import { layoutNames } from './statement.ts';
import { createStatementReader, type StatementReader } from './statement-reader.ts';
import { sampleStatement } from './testing/sample-statement.ts';

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
