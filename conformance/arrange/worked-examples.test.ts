import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../simulator/sandbox.ts';
import type { RunResult } from '../result.ts';
import { runConformance } from '../run.ts';
import { of } from '../testing/run-fake.ts';

let folder: string;
let sandbox: Sandbox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payrig-examples-'));
  sandbox = await createSandbox({ users: 30 });
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

/** The example of a page, by the language of its block. */
async function example(page: string, language: string): Promise<string> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] as string;
}

async function checked(arrange: string, only: string[]): Promise<RunResult> {
  const { url: baseUrl, apiKey, otherApiKey } = sandbox;
  return runConformance({ baseUrl, apiKey, otherApiKey }, { arrange, only, runs: 2, seed: 1 });
}

test('the arrangement module of its page arranges for each client by itself', async () => {
  const file = join(folder, 'arrange.mjs');
  await writeFile(file, await example('arrangement-modules.md', 'js'));
  const only = ['isolation.users.list', 'isolation.terms', 'users.patch.sets', 'authorisation.inactive-term'];
  const result = await checked(file, [...only, 'income.list.total-count']);
  expect(only.map((clause) => [clause, of(result, clause).verdict])).toEqual(only.map((id) => [id, 'pass']));
  expect(of(result, 'income.list.total-count').skip?.missing).toEqual(['income']);
});

test('the fixtures of their page are taken, with the ids of people who are there', async () => {
  const headers = { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json' };
  const door = async (path: string, body: object): Promise<Record<string, string>> =>
    (
      await fetch(`${sandbox.url}/_sandbox${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json();
  const user = await door('/users', {});
  const { token } = await door(`/users/${user['user_id']}/tokens`, {});
  const { authorisation_id } = await door(`/users/${user['user_id']}/authorisations`, {});
  const { account_id } = await door(`/users/${user['user_id']}/accounts`, { payroll: [] });
  const term = await door('/terms', {});
  const rich = await door('/users', { taxauth_enabled: true });
  for (let n = 0; n < 8; n++) {
    await door(`/users/${rich['user_id']}/bank-statements`, {});
    await door(`/users/${rich['user_id']}/taxauth`, {});
  }
  await door(`/users/${rich['user_id']}/entries`, { payroll_submissions: [{}] });

  const ours: Record<string, string | undefined> = {
    '0b9f2b64-6d0c-4f1c-9a57-3f0d7a3c2e11': user['user_id'],
    'the bearer token of this user': token,
    '5a1a9a0e-51d5-4f5e-8f0b-1d1f5a4f0a77': authorisation_id,
    'f3b7c9d2-1f54-4b7e-8c7d-95a9d0f1c6aa': account_id,
    '7c1d8a52-92b1-4f38-bb0e-2c7b1d6f4e09': rich['user_id'],
    '3f6e2d1c-7b8a-4c9d-8e0f-1a2b3c4d5e6f': term['id'],
  };
  let text = await example('fixtures.md', 'json');
  for (const [shown, own] of Object.entries(ours)) {
    expect(text).toContain(shown);
    text = text.replace(shown, own as string);
  }
  const file = join(folder, 'fixtures.json');
  await writeFile(file, text);
  const only = ['users.patch.sets', 'bank-statements.list.count', 'terms.get.answer', 'expenditure.answer'];
  const result = await checked(file, only);
  expect(only.map((clause) => [clause, of(result, clause).verdict])).toEqual(only.map((id) => [id, 'pass']));
});
