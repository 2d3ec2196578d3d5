import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { type Stream, stream } from '../../../generators/random.ts';
import { temporaryFolder } from '../../../simulator/store/testing/temporary-folder.ts';
import { isProof, sample, testSeed } from '../../../spec/testing/test-run.ts';
import type { FaultMeta, FaultOutcome } from '../../soak/soak-record.ts';
import { Problems } from './problems.ts';
import { type RestartableOptions, RestartableSandbox } from './restartable-sandbox.ts';

declare module 'vitest' {
  interface TaskMeta extends FaultMeta {}
}

const kinds = [
  ...['damage', 'disk', 'files', 'floods', 'folder', 'fuzz', 'hostile'],
  ...['kill', 'receivers', 'replicas', 'secrets', 'time', 'webhooks', 'proxy', 'fuzz-readers', 'watch'],
] as const;
type FaultName = (typeof kinds)[number] | 'proxy-profile' | 'check-replicas' | 'check-busy' | 'soak';

const drawn = sample(kinds, 2).flatMap((kind): readonly FaultName[] =>
  kind === 'proxy' ? sample(['proxy', 'proxy-profile'], 1) : [kind],
);

/** Whether this run injects a kind of fault: `npm test` draws two kinds, `npm run proof` takes all. */
export const isDrawn = (name: FaultName): boolean => drawn.includes(name);

/** The minutes that `npm run soak` gives to the test that takes as long as it is told; undefined in any other run. */
const soakMinutes = process.env['PAYRIG_SOAK_MINUTES'];
export const soakSeconds = 60 * Number(soakMinutes ?? 0);

/** FC_SEED repeats the run of a test. */
export const faultSeed = Number(process.env['FC_SEED'] ?? testSeed);

export type TestBed<Size> = {
  seed: number;
  /** How much to do. */
  size: Size;
  /** Says how far the test is. */
  progress(line: string): void;
  /** Random choices; the seed repeats them. */
  chance: Stream;
  problems: Problems;
  folder: string;
  /** Closes something at the end of the test; what was opened last is closed first. */
  closing<T extends { close(): unknown }>(opened: T): T;
  /** Starts a sandbox with four users whose state is in files; further flags take precedence. */
  startSandbox(
    flags?: readonly string[],
    options?: Omit<RestartableOptions, 'flags'>,
  ): Promise<RestartableSandbox>;
};

type Run<Size> = (bed: TestBed<Size>) => Promise<FaultOutcome['figures']>;

/** A fault-injection test: `npm test` runs it briefly if it is drawn, `npm run soak` at length. */
export function faultTest<Size>(test: {
  /** As `npm run soak` and scripts/soak/soak-kinds.yaml call it. */
  name: FaultName;
  title: string;
  /** A test without it is left to `npm run soak`. */
  short?: Size | undefined;
  long: Size;
  /** How long `npm run soak` gives it; default ten. */
  minutes?: number;
  /** Figures that a run must reach to have shown anything. */
  least?: Readonly<Record<string, number>>;
  run: Run<Size>;
}): void {
  const { name, title, least = {}, minutes = 10 } = test;
  const isSoak = soakMinutes !== undefined;
  const size = isSoak ? test.long : isDrawn(name) ? test.short : undefined;
  const timeout = isSoak ? (60 * minutes + soakSeconds) * 1000 : 240_000;
  it.runIf(size !== undefined)(`${name}: ${title}`, { timeout }, async ({ task }) => {
    if (isSoak) {
      console.log(`\n${name}: ${title} (seed ${faultSeed})`);
      endProcessAfter(timeout + 60_000);
    }
    const outcome = await faultOutcome(name, size as Size, test.run);
    task.meta.fault = outcome;
    expect(outcome.problems, `FC_SEED=${faultSeed}`).toEqual([]);
    for (const [what, count] of Object.entries(least))
      expect(outcome.figures[what], what).toBeGreaterThanOrEqual(count);
  });
}

/** A process that is stuck in a loop hears no timer of its own, so a thread ends it. */
function endProcessAfter(ms: number): void {
  const script = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms})`;
  const thread = new Worker(script, { eval: true });
  onTestFinished(async () => void (await thread.terminate()));
}

/**
 * Runs a test, closes what it opened, and tells its figures and its problems. A short one whose only problem is a delay runs
 * up to three times: a busy machine counts waiting as computing now and then, a fault does so always.
 */
export async function faultOutcome<Size>(name: string, size: Size, run: Run<Size>): Promise<FaultOutcome> {
  for (let tries = 1; ; tries += 1) {
    const began = performance.now();
    const outcome = await runOnce(name, size, run);
    const isDelayed = outcome.problems.length === 1 && outcome.problems[0]?.startsWith('delay: ');
    if (!isDelayed || tries === 3 || performance.now() - began > 60_000) return outcome;
  }
}

async function runOnce<Size>(name: string, size: Size, run: Run<Size>): Promise<FaultOutcome> {
  const problems = new Problems();
  const { path: folder, remove } = await temporaryFolder();
  const all: { close(): unknown }[] = [{ close: remove }];
  const closeAll = async (): Promise<void> => {
    for (let last = all.pop(); last; last = all.pop()) await last.close();
  };
  // A test that hangs does not come to its end; when its time is over, this is called.
  onTestFinished(closeAll);
  const closing: TestBed<Size>['closing'] = (opened) => {
    all.push(opened);
    return opened;
  };
  const startSandbox: TestBed<Size>['startSandbox'] = async (flags = [], options = {}) => {
    const usual = ['--data', join(folder, 'data'), '--users', '4', '--log-level', 'error'];
    return closing(await RestartableSandbox.start({ ...options, flags: [...usual, ...flags] }));
  };
  const progress = (line: string): void => {
    if (soakMinutes !== undefined) console.log(`  ${line}`);
  };
  try {
    const chance = stream(faultSeed, name);
    const figures = await run({
      seed: faultSeed,
      size,
      progress,
      chance,
      problems,
      folder,
      closing,
      startSandbox,
    });
    const sandboxes = sandboxesIn(all);
    for (const sandbox of sandboxes) await sandbox.lookAtDelays();
    const greatest = Math.max(0, ...sandboxes.map(({ delays }) => delays.max));
    const busy = Math.max(0, ...sandboxes.map(({ delays }) => delays.busy));
    if (busy > MOST_BUSY_MS) problems.add('delay', `the sandbox computed for ${busy} ms without a pause`);
    problems.add('crash', ...crashesOf(all));
    const ofLoop = { 'greatest delay, ms': greatest, 'of it computing, ms': busy };
    return { figures: { ...figures, ...ofLoop }, problems: problems.list() };
  } catch (error) {
    const [crash] = crashesOf(all);
    throw crash === undefined ? error : new Error(`A sandbox crashed: ${crash}`, { cause: error });
  } finally {
    await closeAll();
  }
}

const sandboxesIn = (opened: readonly object[]): RestartableSandbox[] =>
  opened.filter((one) => one instanceof RestartableSandbox);

/** The last words of the sandboxes that ended without being asked to. */
const crashesOf = (opened: readonly object[]): string[] =>
  sandboxesIn(opened)
    .filter(({ process }) => process.crashed())
    .map(({ process }) => process.output().slice(-2000));

/**
 * No request may keep others waiting for longer by what it computes. It is processor time, and yet a machine that shares its
 * cores counts up to four times as much: `npm run proof` and `npm run soak` demand the bound, `npm test` one that shows faults
 * that grow with what is sent.
 */
const MOST_BUSY_MS = isProof ? 250 : 2500;

export function timeLimit(seconds: number): () => boolean {
  const ends = performance.now() + seconds * 1000;
  return () => performance.now() < ends;
}
