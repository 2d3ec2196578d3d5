import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { arranging } from '../arrangement/testing/arranging.ts';

test('the name of an uploaded file decides nothing about where it is kept', async () => {
  const outer = await mkdtemp(join(tmpdir(), 'payrig-names-'));
  onTestFinished(() => rm(outer, { recursive: true }));
  const data = join(outer, 'data');
  const at = await arranging({ data });
  onTestFinished(() => at.close());
  const userId = await at.user();
  await at.accept(userId);
  const bearer = { authorization: `Bearer ${await at.token(userId)}` };
  const names = [
    '../../../escape.pdf',
    '/escape.pdf',
    '..\\escape.pdf',
    'clients/sandbox/escape.pdf',
    'es\u0000cape.pdf',
  ];
  const content = '%PDF-1.4 of nobody';
  let taken = 0;
  for (const file_name of names) {
    const presigned = await at.call(
      'PUT',
      '/documents/bank-statements/presign',
      { files: [{ file_name }] },
      bearer,
    );
    expect(presigned.status, file_name).toBeLessThan(500);
    if (presigned.status !== 200) continue;
    const { presigned_url } = presigned.body.presigned_urls[0];
    const headers = { 'content-type': 'application/pdf' };
    const { status } = await fetch(presigned_url, { method: 'PUT', headers, body: content });
    if (status === 200) taken += 1;
  }
  expect(taken).toBeGreaterThan(0);
  expect(await readdir(outer)).toEqual(['data']);
  const kept = (await readdir(data, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  expect(kept.map(({ name }) => name).filter((name) => name.includes('cape'))).toEqual([]);
  const files = kept.filter(({ parentPath }) => parentPath.endsWith('files'));
  expect(files).toHaveLength(taken);
  for (const { parentPath, name } of files)
    expect(await readFile(join(parentPath, name), 'utf8')).toContain(Buffer.from(content).toString('base64'));
});
