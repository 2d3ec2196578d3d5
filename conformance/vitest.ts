import type { TestAPI } from 'vitest';
import { isSelected } from '../spec/clause-patterns.ts';
import { loadClauses } from '../spec/clauses.ts';
import { loadClientClauses } from '../spec/client-clauses.ts';
import { loadReceiverClauses } from '../spec/receiver-clauses.ts';
import type { ClientDescription, ClientExamOptions } from './client-exam/open-client.ts';
import type { RunOptions, TargetDescription } from './deployment/options.ts';
import type { ExamOptions, ReceiverDescription } from './exam/exam-options.ts';
import type { ClauseResult, RunResult } from './judgement/result.ts';
import { runConformance } from './suite/run-conformance.ts';
import { runExam } from './suite/run-exam.ts';
import { printable } from './target/printable.ts';

type TestContext = {
  skip: (note?: string) => void;
  /** Shows a message beside a passing test; for a vitest without it, the message goes to the console. */
  annotate?: (message: string, type?: string) => Promise<unknown>;
};

/** What this needs of vitest; handed in, so that the suite itself does not depend on it. */
export type TestApi = {
  describe: (name: string, body: () => void) => void;
  test: (name: string, body: (context: TestContext) => Promise<void>, timeout?: number) => void;
  beforeAll: (body: () => Promise<void>, timeout?: number) => void;
};

type OfTheRun = {
  /** How long the whole run may take. */
  timeoutMsOfRun?: number;
  /** Told of the result, to write reports from it. */
  onResult?: (result: RunResult) => void | Promise<void>;
};

export type VitestOptions = RunOptions & OfTheRun;

/**
 * Registers every clause as a vitest test: `conformanceTests({ describe, test, beforeAll }, () => target, options)`.
 * The target is asked for when the tests run, so that it may be started in a hook. The run itself happens once, before
 * the first test, as it does on the command line; each test then tells the verdict of its clause.
 */
export function conformanceTests(
  api: TestApi,
  target: () => TargetDescription | Promise<TargetDescription>,
  options: VitestOptions = {},
): void {
  register(api, 'conformance', loadClauses(), 600_000, options, async (given) =>
    runConformance(await target(), given),
  );
}

/** Reports an implied clause that does not hold; its test fails only with `failOn: 'implied'`. */
async function warned(clause: ClauseResult, annotate: TestContext['annotate']): Promise<void> {
  const message = `${clause.clause} is implied and does not hold (${clause.why})\n${messageOf(clause)}`;
  if (annotate) await annotate(message, 'warning');
  else console.warn(message);
}

/**
 * Registers every clause of the receiver's exam as a vitest test: `examTests({ describe, test, beforeAll }, () => receiver)`.
 * As with conformanceTests, the exam is held once, before the first test.
 */
export function examTests(
  api: TestApi,
  receiver: () => ReceiverDescription | Promise<ReceiverDescription>,
  options: ExamOptions & OfTheRun = {},
): void {
  register(api, 'receiver', loadReceiverClauses(), 120_000, options, async (given) =>
    runExam(await receiver(), given),
  );
}

/**
 * Registers every clause of the client's exam as a vitest test: `clientExamTests({ describe, test, beforeAll }, () => client)`.
 * A journey may be a function, which runs in the process of the tests. The exam is held once, before the first test.
 */
export function clientExamTests(
  api: TestApi,
  client: () => ClientDescription | Promise<ClientDescription>,
  options: ClientExamOptions & OfTheRun = {},
): void {
  register(api, 'client', loadClientClauses(), 300_000, options, async (given) => {
    // Loaded here, since it brings a whole sandbox with it.
    const { runClientExam } = await import('./suite/run-client-exam.ts');
    return runClientExam(await client(), given);
  });
}

function register<Options extends Pick<RunOptions, 'only' | 'skip'>>(
  { describe, test, beforeAll }: TestApi,
  title: string,
  clauses: readonly { id: string; statement: string }[],
  usualTimeoutMs: number,
  { timeoutMsOfRun = usualTimeoutMs, onResult, ...options }: Options & OfTheRun,
  run: (options: Omit<Options, keyof OfTheRun>) => Promise<RunResult>,
): void {
  const { only, skip } = options as Pick<RunOptions, 'only' | 'skip'>;
  describe(title, () => {
    let result: RunResult | undefined;
    beforeAll(async () => {
      result = await run(options as Omit<Options, keyof OfTheRun>);
      await onResult?.(result);
      // Where something fails, its own test tells more than the sentence of the run.
      if (result.stopped !== undefined && result.totals.fail === 0)
        throw new Error(printable(result.stopped));
    }, timeoutMsOfRun);
    for (const { id, statement } of clauses) {
      if (!isSelected(id, only, skip)) continue;
      test(`${id}: ${statement}`, async (context) => {
        const clause = result?.clauses.find((one) => one.clause === id);
        if (clause?.verdict === 'skip') context.skip(printable(clause.skip?.message ?? ''));
        else if (clause?.verdict === 'warn') await warned(clause, context.annotate);
        else if (clause?.verdict !== 'pass' && clause?.baseline !== 'known')
          throw new Error(messageOf(clause));
      });
    }
  });
}

function messageOf(clause: ClauseResult | undefined): string {
  if (!clause) return 'The run ended before this clause was judged.';
  const { failure, error } = clause;
  if (!failure) return printable(error?.stack ?? error?.message ?? clause.verdict);
  const { expected, actual, counterexample, diagnosis = [], exchange, advice, again } = failure;
  return printable(
    [
      `expected ${expected}`,
      `got ${actual}`,
      ...(counterexample === undefined ? [] : [`with ${counterexample}`]),
      ...diagnosis,
      ...(exchange ? [exchange.curl, `${exchange.status} ${exchange.responseBody}`] : []),
      ...(advice ? [advice.danger, `${advice.mend} ${advice.kit ?? ''}`.trimEnd()] : []),
      `again: ${again}`,
    ].join('\n'),
  );
}

/** What a sandbox must offer for tests to have a client of their own: `createSandbox` gives all of it. */
export type TestSandbox<Handle> = AsyncDisposable & { newClient(): Promise<Handle> };

/**
 * A `test` with two more fixtures: `sandbox`, one for all tests of a file, and `payrig`, a client of its own for each
 * test, in the starting world, so that tests can run side by side:
 * `const test = sandboxTest(base, () => createSandbox())`.
 */
export function sandboxTest<Sandbox extends TestSandbox<unknown>>(
  base: TestAPI,
  start: () => Promise<Sandbox>,
): TestAPI<{ sandbox: Sandbox; payrig: Awaited<ReturnType<Sandbox['newClient']>> }> {
  type Handle = Awaited<ReturnType<Sandbox['newClient']>>;
  return base.extend<{ sandbox: Sandbox; payrig: Handle }>({
    sandbox: [
      // Vitest reads the first parameter to see what a fixture needs, and takes nothing but a pattern.
      // biome-ignore lint/correctness/noEmptyPattern: see above
      async ({}, use: (sandbox: Sandbox) => Promise<void>) => {
        await using sandbox = await start();
        await use(sandbox);
      },
      { scope: 'file' },
    ],
    payrig: async ({ sandbox }: { sandbox: Sandbox }, use: (handle: Handle) => Promise<void>) =>
      use((await sandbox.newClient()) as Handle),
  });
}
