import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../simulator/sandbox.ts';
import { areaOf, loadClauses } from '../../spec/clauses.ts';
import { few, isProof, sample } from '../../spec/testing/test-run.ts';
import type { Arrangement } from '../judgement/arrangement.ts';
import type { RunResult } from '../judgement/result.ts';
import { runConformance } from '../suite/run-conformance.ts';
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

async function checked(arrange: string, only: string[], runs = few(1, 2)): Promise<RunResult> {
  const { url: baseUrl, apiKey, otherApiKey } = sandbox;
  return runConformance({ baseUrl, apiKey, otherApiKey }, { arrange, only, runs, seed: 1 });
}

test('the arrangement module of its page arranges for each client by itself', async () => {
  const file = join(folder, 'arrange.mjs');
  await writeFile(file, await example('arrangement-modules.md', 'js'));
  const only = ['isolation.users.list', 'isolation.terms', 'users.patch.sets', 'authorisation.inactive-term'];
  const result = await checked(file, [...only, 'income.list.total-count']);
  expect(only.map((clause) => [clause, of(result, clause).verdict])).toEqual(only.map((id) => [id, 'pass']));
  expect(of(result, 'income.list.total-count').skip?.missing).toEqual(['income']);
});

test('a user who has statements already is judged by the one that was uploaded', async () => {
  const headers = { 'X-API-KEY': sandbox.apiKey };
  const { userId } = sandbox.people.steadySalary;
  const answer = await fetch(`${sandbox.url}/_sandbox/users/${userId}/tokens`, { method: 'POST', headers });
  const { token } = (await answer.json()) as { token: string };
  const file = join(folder, 'fixtures.json');
  const text = await example('fixtures.md', 'json');
  expect(text).toContain(userId);
  await writeFile(file, text.replace('the bearer token of this user', token));
  const uploaded = ['documents.upload.becomes-submission', 'documents.upload.shape'];
  // Fixtures cannot make the later entry whose event would tell that no other comes before it.
  const only = [...uploaded, 'events.bank-statement.on-extraction', 'users.patch.sets'];
  const held = ['bank-statements.list.count', 'terms.get.answer', 'expenditure.answer'];
  const result = await checked(file, [...only, ...held, 'terms.shape.system-term']);
  for (const clause of [...only, ...held])
    expect([clause, of(result, clause).verdict]).toEqual([clause, 'pass']);
  // Which term an authorisation is of, fixtures do not say.
  expect(of(result, 'terms.shape.system-term').verdict).toBe('skip');
});

test('a user who is lent is neither new nor two users', async () => {
  const file = join(folder, 'one-user.json');
  const user_id = sandbox.people.weeklyPaid.userId;
  await writeFile(file, JSON.stringify({ users: [{ user_id, disposable: true }] }));
  const only = ['users.shape.created-at', 'users.patch.that-user-only'];
  const result = await checked(file, only);
  expect(only.map((clause) => of(result, clause).verdict)).toEqual(['skip', 'skip']);
  const whole = await checked(file, ['users.*']);
  expect(whole.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});

/** What belongs together is missing together. */
const lacks: readonly (readonly (keyof Arrangement)[])[] = [
  ...(['createUser', 'tokenFor', 'accept', 'revoke', 'linkAccount', 'setDirectPayroll'] as const).map(
    (one) => [one],
  ),
  ...(['createEntry', 'createBankStatement', 'createIncome', 'inspectUser', 'removeUser'] as const).map(
    (one) => [one],
  ),
  ['createTerm', 'setTermActive'],
  ['now', 'moveClock'],
  ['deliveries', 'redeliver'],
  ['reset', 'takeSnapshot', 'loadSnapshot'],
];

const areas = [...new Set(loadClauses().map(({ id }) => areaOf(id)))];

test.each(sample(lacks, 1))(
  'with a module that lacks %s, the suite accuses no right deployment',
  async (...missing) => {
    const file = join(folder, `without-${missing.join('-')}.mjs`);
    const helper = new URL('./testing/partial-arrangement.ts', import.meta.url).href;
    await writeFile(
      file,
      `import { partialArrangement } from '${helper}';
    export default (context) => partialArrangement(context, ${JSON.stringify(missing)});`,
    );
    const result = await checked(
      file,
      sample(areas, 6).map((area) => `${area}.*`),
    );
    expect(result.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
    expect(result.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(
      isProof ? 90 : 10,
    );
  },
);
