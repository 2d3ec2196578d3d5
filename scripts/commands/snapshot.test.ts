import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { command as snapshotCommand } from './snapshot.ts';

const path = await temporaryFolder();

async function ran(...args: string[]): Promise<string> {
  let printed = '';
  const command = snapshotCommand((text) => {
    printed += text;
  });
  await command.parseAsync(args, { from: 'user' });
  return printed;
}

async function sandbox(seed: string): Promise<{ url: string; users: () => Promise<string> }> {
  const { url, close } = await createSandbox({ seed, now: '2027-02-03T04:05:06Z', frozen: true });
  onTestFinished(close);
  const headers = { 'x-api-key': 'sandbox-key' };
  return { url, users: async () => (await fetch(`${url}/users?limit=100`, { headers })).text() };
}

test('what is saved from one sandbox is loaded into another, which then answers the same', async () => {
  const file = join(path, 'state.json');
  const [one, other] = [await sandbox('one'), await sandbox('other')];
  expect(await ran('save', file, '--url', one.url)).toBe(
    `The state at 2027-02-03T04:05:06.000Z is in ${file}\n`,
  );
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await other.users()).not.toBe(await one.users());
  expect(await ran('load', file, '--url', other.url)).toBe(
    'The client is as it was at 2027-02-03T04:05:06.000Z\n',
  );
  expect(await other.users()).toBe(await one.users());
});

test('a script gets JSON', async () => {
  const file = join(path, 'state.json');
  const { url } = await sandbox('one');
  const now = '2027-02-03T04:05:06.000Z';
  expect(JSON.parse(await ran('save', file, '--url', url, '--json'))).toMatchObject({ file, now });
  expect(JSON.parse(await ran('load', file, '--url', url, '--json'))).toMatchObject({
    file,
    message: expect.any(String),
  });
});

test('a file that cannot be loaded is reported in a sentence', async () => {
  const { url } = await sandbox('one');
  const file = join(path, 'state.json');
  await expect(ran('load', join(path, 'none'), '--url', url)).rejects.toThrow(
    /^Cannot read the snapshot .*none: there is no such file$/,
  );
  await writeFile(file, 'not JSON');
  await expect(ran('load', file, '--url', url)).rejects.toThrow('not JSON');
  await ran('save', file, '--url', url);
  await writeFile(file, (await readFile(file, 'utf8')).replace('"version":2', '"version":7'));
  await expect(ran('load', file, '--url', url)).rejects.toThrow('has version 7');
});
