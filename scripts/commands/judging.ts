import { type Command, Option } from 'commander';
import type { RunOptions } from '../../conformance/deployment/options.ts';
import type { RunResult } from '../../conformance/result.ts';
import { didYouMean } from '../../spec/did-you-mean.ts';
import { progressLine } from '../check-progress.ts';
import { wholeNumber } from '../script-command.ts';
import { UsageError } from '../usage-error.ts';
import { baselineOf, durationMs, headerOf, patterns, profileOf } from './check-arguments.ts';
import type { OutputOptions } from './check-outputs.ts';

/** The options that `check` and `exam` share: which clauses are judged, how, and what is written about it. */
export type JudgingOptions = OutputOptions & {
  profile?: string;
  only: string[];
  skip: string[];
  failOn: 'stated' | 'implied';
  runs?: number;
  seed?: number;
  replay?: string;
  maxTime?: number;
  timeout?: number;
  patience?: number;
  strict: boolean;
  header: Record<string, string>;
  baseline?: string;
  list: boolean;
  progress?: number;
};

/** Gives a command the options of judging; `words` are the texts in which the commands differ. */
export function withJudging(
  command: Command,
  words: { profile?: string; only: string; timeout?: string; patience: string; request?: string },
): Command {
  const { profile, timeout, request } = words;
  // A client is started and sent nothing, so that some options have no meaning for it.
  command.optionsGroup('What to judge:');
  if (profile !== undefined) command.option('--profile <file>', profile);
  command
    .option('--only <globs>', `clauses to judge, e.g. ${words.only} (may come more than once)`, patterns, [])
    .option('--skip <globs>', 'clauses to leave out', patterns, [])
    .addOption(
      new Option('--fail-on <level>', 'implied: an implied clause that does not hold fails too')
        .choices(['stated', 'implied'])
        .default('stated'),
    );
  if (timeout !== undefined)
    command.addOption(
      new Option('--runs <count>', 'inputs for each property (12)')
        .env('PAYRIG_RUNS')
        .argParser(wholeNumber(1)),
    );
  command
    .option('--list', 'print the clauses and what each needs, and judge nothing', false)
    .option('--seed <number>', 'the seed of all inputs (another with each run)', wholeNumber())
    .option('--replay <token>', 'rerun one failure by the token that it printed')
    .optionsGroup('Time and traffic:')
    .option('--max-time <time>', 'end the run after this time, e.g. 90s or 10m (never)', durationMs);
  if (timeout !== undefined) command.option('--timeout <time>', timeout, durationMs);
  command.option('--patience <time>', words.patience, durationMs);
  if (request !== undefined)
    command.option(
      '--header <name: value>',
      `sent with every ${request} (may come more than once)`,
      headerOf,
      {},
    );
  return command
    .optionsGroup('Verdict and reports:')
    .option('--strict', 'a clause that could not be judged makes the run incomplete', false)
    .option('--report-dir <folder>', 'write report.html, report.json and junit.xml here')
    .option(
      '--attest <key>',
      'sign the verdicts with this key; writes attestation.json, into --report-dir if given',
    )
    .option('--json', 'the whole result as one JSON on standard output, and nothing else there', false)
    .option('--compare <file>', 'show what improved and what got worse since an older report.json')
    .option('--baseline <file>', 'known failures: a JSON array of clauses')
    .option(
      '--write-baseline <file>',
      'write the clauses that fail now as a baseline, and do not fail for them',
    )
    .option('--progress <time>', 'how often a log gets a line of progress (5s)', durationMs);
}

export async function judgingOf(options: JudgingOptions) {
  const { only, skip, runs, seed, replay, strict, failOn, baseline } = options;
  return {
    ...{ only, skip, runs, seed, replay, strict, failOn },
    maxTimeMs: options.maxTime,
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
  const { parseReplay } = await import('../../conformance/run/replay.ts');
  const ids = clauses.map(({ id }) => id);
  const idle = idlePatterns([...only, ...skip], ids);
  if (idle.length > 0)
    throw new UsageError(
      `No clause is called ${idle.map((glob) => `[${glob}]`).join(', ')}; --list prints them all.${idle.map((glob) => didYouMean(glob, ids)).join('')}`,
    );
  if (replay !== undefined && !ids.some((id) => id === parseReplay(replay)?.clause))
    throw new UsageError(`[${replay}] is no replay token.`);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs with a line of progress, and shows and writes the result. The first interruption ends the run in order, the second
 * at once; `left` has the message for each.
 */
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
  const line = progressLine(process.stderr, options.progress);
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
