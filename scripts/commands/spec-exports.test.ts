import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

test('the webhooks as an AsyncAPI document name every event of the contract', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payrig-exports-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const words = ['scripts/payrig.ts', 'spec', '--format', 'asyncapi', '--out', folder];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, words, { cwd, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const { asyncapi, channels } = parse(readFileSync(join(folder, 'asyncapi.yaml'), 'utf8'));
  expect(asyncapi).toBe('3.0.0');
  expect(Object.keys(channels)).toEqual([
    'user-payroll-submitted',
    'user-bank-statement-submitted',
    'user-taxauth-data-submitted',
  ]);
});
