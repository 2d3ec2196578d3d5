import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../../simulator/sandbox.ts';
import { checks } from '../../checks/all-checks.ts';
import type { RunOptions } from '../../deployment/options.ts';
import type { FailureReport, RunResult } from '../../judgement/result.ts';
import { mutants } from '../../proof/mutants/index.ts';
import { combined } from '../../proof/mutants/mutant.ts';
import { standardTarget } from '../../proof/mutants/run-mutant.ts';
import { consoleReport } from '../../report/console.ts';
import { probes } from '../learn/probes/index.ts';
import { runSuite } from '../run-suite.ts';
import { hintsOf } from './story.ts';

/** The failure that a mutant's own clause gives, and the whole result. */
async function failureOf(
  name: string,
  options: RunOptions = {},
  then: (failure: FailureReport, sandbox: Sandbox) => Promise<void> | void = () => {},
): Promise<{ failure: FailureReport; result: RunResult }> {
  const mutant = mutants.find((one) => one.name === name);
  if (!mutant) throw new Error(`There is no mutant ${name}`);
  const { environment, ...broken } = combined(mutant.defects);
  const sandbox = await createSandbox({ users: 3, ...broken, environment: environment ?? 'sandbox' });
  try {
    const judges = checks.filter(({ clause }) => clause === mutant.clause);
    const result = await runSuite({ checks: judges, probes }, standardTarget(sandbox), {
      only: [mutant.clause],
      failOn: 'implied',
      mostShrinks: 0,
      seed: 1,
      ...options,
    });
    const failure = result.clauses.find(({ clause }) => clause === mutant.clause)?.failure;
    if (!failure) throw new Error(`${mutant.clause} did not fail: ${result.summary}`);
    await then(failure, sandbox);
    return { failure, result };
  } finally {
    await sandbox.close();
  }
}

test('the story of a wrong signature has the subscription, what was arranged and the delivery, and knows the cause', async () => {
  const { failure, result } = await failureOf('signs-before-encrypting');
  expect(failure.diagnosis).toEqual([
    'this is the signature of the plain body: it was signed before it was encrypted',
  ]);
  const kinds = failure.steps.map(({ kind }) => kind);
  expect(kinds.indexOf('request')).toBeLessThan(kinds.indexOf('arranged'));
  expect(kinds.indexOf('arranged')).toBeLessThan(kinds.indexOf('delivery'));
  const delivery = failure.steps.find((step) => step.kind === 'delivery')?.delivery;
  expect(delivery?.signature?.given).not.toBe(delivery?.signature?.computed);
  expect(JSON.parse(delivery?.decrypted ?? '')).toHaveProperty('event');
  expect(Object.keys(delivery?.headers ?? {})).toContain('x-svc-signature');
  expect(consoleReport(result)).toContain('it seems');
});

test('the story has the deliveries of the failing run alone, and the token is short', async () => {
  const { failure } = await failureOf('signs-before-encrypting', { mostShrinks: 12 });
  const inboxes = failure.steps.flatMap((step) => (step.kind === 'delivery' ? [step.delivery.path] : []));
  expect(new Set(inboxes).size).toBe(1);
  expect(failure.steps.length).toBeLessThan(10);
  expect(failure.replay.length).toBeLessThan(80);
});

test('the command that reproduces it is complete, and has no secret in it', async () => {
  const { failure } = await failureOf('signs-before-encrypting', { arrange: 'sandbox', patienceMs: 4000 });
  const words = execFileSync(
    'sh',
    ['-c', `payrig() { for word in "$@"; do echo "$word"; done; }; ${failure.again}`],
    {
      env: { PATH: process.env['PATH'] ?? '', API_KEY: 'k 1', OTHER_API_KEY: 'k 2', MEMBER_PASSWORD: 'p' },
    },
  )
    .toString()
    .split('\n');
  expect(words.slice(0, 2)).toEqual(['check', expect.stringMatching(/^http:/)]);
  expect(words[words.indexOf('--api-key') + 1]).toBe('k 1');
  expect(words[words.indexOf('--other-api-key') + 1]).toBe('k 2');
  expect(words[words.indexOf('--replay') + 1]).toBe(failure.replay);
  expect(words[words.indexOf('--arrange') + 1]).toBe('sandbox');
});

test('curl lines and the lines for their tokens work when pasted, while what was made is kept', async () => {
  const hasCurl = spawnSync('curl', ['--version']).status === 0;
  await failureOf(
    'names-the-entry-as-the-account',
    { arrange: 'sandbox', keep: true },
    async (failure, sandbox) => {
      const tokens = failure.hints?.filter((line) => line.startsWith('USER_TOKEN_')) ?? [];
      expect(tokens).toHaveLength(1);
      const { curl, status } = failure.exchange!;
      expect(curl).toContain('$USER_TOKEN_');
      if (!hasCurl) return;
      const env = { PATH: process.env['PATH'] ?? '', API_KEY: sandbox.apiKey };
      const pasted = promisify(execFile)('sh', ['-c', [...tokens, curl].join('\n')], { env });
      expect((await pasted).stdout).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    },
  );
});

test('the line for a token that was asked for with a lifetime names its user', () => {
  const exchange = { curl: 'curl -H "Authorization: Bearer $USER_TOKEN_1"' };
  const given = '"5f0c1f0e-7a53-4f7c-8c57-0f6f2d1f7a11", {"expiresInSeconds": 600}';
  const steps = [
    { kind: 'arranged', call: 'tokenFor', given, made: '"$USER_TOKEN_1"' },
    { kind: 'request', exchange },
  ] as unknown as Parameters<typeof hintsOf>[0];
  const [, line] = hintsOf(steps, 'http://127.0.0.1:1', 'sandbox');
  expect(line).toContain('/_sandbox/users/5f0c1f0e-7a53-4f7c-8c57-0f6f2d1f7a11/tokens');
});

test('a null among the providers is no error of the suite', async () => {
  const sandbox = await createSandbox({
    users: 1,
    wrap: {
      operations: (operations) => ({
        ...operations,
        listProviders: async (context) => {
          const answer = await operations.listProviders(context);
          return { ...answer, body: { ...answer.body, providers: [null] } } as never;
        },
      }),
    },
  });
  onTestFinished(() => sandbox.close());
  const judges = checks.filter(({ clause }) => clause === 'accounts.shape.as-linked');
  const { clauses } = await runSuite({ checks: judges, probes }, standardTarget(sandbox), {
    only: ['accounts.shape.as-linked'],
    seed: 1,
  });
  const [judged] = clauses.filter(({ clause }) => clause === 'accounts.shape.as-linked');
  expect(judged).toMatchObject({ verdict: 'pass' });
});
