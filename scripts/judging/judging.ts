import type { RunOptions } from '../../conformance/deployment/options.ts';
import type { RunResult } from '../../conformance/judgement/result.ts';
import { didYouMean } from '../../spec/did-you-mean.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { drawingOn } from '../terminal/streams.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { baselineOf, profileOf } from './check-arguments.ts';
import { progressLine } from './check-progress.ts';

/** The options that `check` and both exams share; the exam of clients has fewest. */
export type JudgingOptions = CommandOptions['exam client'] & Partial<CommandOptions['exam']>;

export async function judgingOf(options: JudgingOptions) {
  const { only, skip, runs, seed, replay, strict, failOn, baseline } = options;
  return {
    ...{ only, skip, runs, seed, replay, strict, failOn },
    maxTimeMs: options.maxTime,
    bail: options.bail,
    timeoutMs: options.timeout,
    patienceMs: options.patience,
    profile: await profileOf(options.profile),
    baseline: baseline === undefined ? undefined : await baselineOf(baseline),
  };
}

/** Refuses globs and replay tokens that match no clause: a misspelt one would pass by judging nothing. */
export async function expectJudgeable(
  clauses: readonly { readonly id: string }[],
  { only, skip, replay }: JudgingOptions,
): Promise<void> {
  const { idlePatterns } = await import('../../spec/clause-patterns.ts');
  const { parseReplay } = await import('../../conformance/judgement/replay.ts');
  const ids = clauses.map(({ id }) => id);
  const idle = idlePatterns([...only, ...skip], ids);
  if (idle.length > 0)
    throw new UsageError(
      `No clause is called ${idle.map((glob) => `[${glob}]`).join(', ')}; --list prints them all.${idle.map((glob) => didYouMean(glob, ids)).join('')}`,
    );
  if (replay !== undefined && !ids.some((id) => id === parseReplay(replay)?.clause))
    throw new UsageError(`[${replay}] is not a replay token.`);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs and shows the result. The first interruption ends the run in order (`left.stopping`), the second at once. */
export async function judged(
  options: JudgingOptions,
  run: (running: Pick<RunOptions, 'signal' | 'onProgress'>) => Promise<RunResult>,
  left?: { stopping: string; atOnce: string },
): Promise<void> {
  const { outputsFor } = await import('./check-outputs.ts');
  const show = await outputsFor(options);
  const stop = new AbortController();
  const interrupt = (): void => {
    if (stop.signal.aborted) {
      tell(left?.atOnce);
      process.exit(130);
    }
    tell(left?.stopping);
    stop.abort();
  };
  for (const name of signals) process.on(name, interrupt);
  const line = progressLine(drawingOn(process.stderr), options.progress);
  try {
    const result = await run({ signal: stop.signal, onProgress: line.onProgress });
    line.end();
    await show(result);
  } finally {
    line.end();
    for (const name of signals) process.off(name, interrupt);
  }
}

/** Prints to a terminal that may be closed by now, which must not keep the run from cleaning up. */
function tell(text: string | undefined): void {
  if (text === undefined) return;
  try {
    process.stderr.write(`\n${text}\n`);
  } catch {}
}
