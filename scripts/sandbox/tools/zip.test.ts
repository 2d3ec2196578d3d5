import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { zipOf } from './run-in-process.ts';

const hasPython = spawnSync('python3', ['-c', 'import zipfile']).status === 0;

it.skipIf(!hasPython)('makes archives that a reader of others opens, names and bytes alike', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payrig-zip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = [
    { name: 'a/b/ünïcode.bru', bytes: Buffer.from('text\n'.repeat(1000)) },
    { name: 'empty', bytes: Buffer.alloc(0) },
    { name: 'bytes', bytes: Buffer.from([0, 255, 80, 75, 3, 4]) },
  ];
  const path = join(folder, 'made.zip');
  writeFileSync(path, zipOf(files));
  const script = `import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([[i.filename, archive.read(i).hex()] for i in archive.infolist()]))`;
  const read = JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }));
  expect(read).toEqual(files.map(({ name, bytes }) => [name, bytes.toString('hex')]));
});
