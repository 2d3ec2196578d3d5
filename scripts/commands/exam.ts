import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';
import { baselineOf, durationMs, headerOf, patterns, profileOf } from './check-arguments.ts';
import type { OutputOptions } from './check-outputs.ts';
import { progressLine } from './check-progress.ts';

type ExamCommandOptions = OutputOptions & {
  secret?: string;
  unsigned: boolean;
  encryptionKey?: string;
  handled?: string;
  failing?: string;
  profile?: string;
  only: string[];
  skip: string[];
  failOn: 'stated' | 'implied';
  runs?: number;
  seed?: number;
  replay?: string;
  maxTime?: number;
  timeout?: number;
  prompt?: number;
  patience?: number;
  strict: boolean;
  header: Record<string, string>;
  baseline?: string;
  list: boolean;
};

/** `payrig exam`: examines a receiver of the webhooks clause by clause. */
export function examCommand(): Command {
  const env = (flags: string, text: string, name: string): Option => new Option(flags, text).env(name);
  return new Command('exam')
    .description('examine a receiver of the webhooks, clause by clause: genuine deliveries and forged ones')
    .argument('[receiver-url]', 'where the receiver takes deliveries')
    .addOption(env('--secret <text>', 'the signing secret that it is configured with', 'WEBHOOK_SECRET'))
    .option('--unsigned', 'it is configured without a signing secret', false)
    .addOption(
      env('--encryption-key <key>', 'its encryption key (Base64 of 32 bytes), if it has one', 'WEBHOOK_KEY'),
    )
    .option(
      '--handled <url or module>',
      'tells what was processed: GET with ?user_id=... answers {"handled": 1}, or a module whose default export counts',
    )
    .option(
      '--failing <url or module>',
      'makes your code fail once, on the next delivery about a user: POST with ?user_id=..., or a module as above',
    )
    .option('--profile <file>', "the deployment's names and open points (JSON)")
    .option('--only <globs>', 'clauses to judge, e.g. signature.*,genuine.large', patterns, [])
    .option('--skip <globs>', 'clauses to leave out', patterns, [])
    .addOption(
      new Option('--fail-on <level>', 'implied: an implied clause that does not hold fails too')
        .choices(['stated', 'implied'])
        .default('stated'),
    )
    .option('--runs <count>', 'inputs for each property', wholeNumber(1))
    .option('--seed <number>', 'the seed of all inputs', wholeNumber())
    .option('--replay <token>', 'rerun one failure by the token that it printed')
    .option('--max-time <time>', 'end the exam after so long, e.g. 60s', durationMs)
    .option('--timeout <time>', 'how long one answer is waited for (5s)', durationMs)
    .option('--prompt <time>', 'how soon a genuine delivery should be answered (1s)', durationMs)
    .option(
      '--patience <time>',
      'how long processing may go on after the answer, for --handled (3s)',
      durationMs,
    )
    .option('--strict', 'a clause that could not be judged makes the exam incomplete', false)
    .option('--header <name: value>', 'sent with every delivery (may come more than once)', headerOf, {})
    .option('--report-dir <folder>', 'write report.html, report.json and junit.xml here')
    .option('--json', 'the whole result as one JSON on standard output, and nothing else there', false)
    .option('--compare <file>', 'what got better and what got worse since an older report.json')
    .option('--baseline <file>', 'known failures: a JSON array of clauses')
    .option('--write-baseline <file>', 'write what fails now as a baseline, and do not fail for it')
    .option('--list', 'print the clauses, and send nothing', false)
    .action(exam);
}

async function exam(url: string | undefined, options: ExamCommandOptions): Promise<void> {
  await judgeable(options);
  if (options.list) {
    const { listReceiverClauses } = await import('../../conformance/exam/list-receiver-clauses.ts');
    process.stdout.write(listReceiverClauses(options.only, options.skip));
    return;
  }
  const receiver = receiverOf(url, options);
  const [{ runExam }, { outputsFor }] = await Promise.all([
    import('../../conformance/exam/run-exam.ts'),
    import('./check-outputs.ts'),
  ]);
  const show = await outputsFor(options);
  const stop = new AbortController();
  const interrupt = (): void => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const line = progressLine(process.stderr);
  try {
    const result = await runExam(receiver, {
      ...(await runOptionsOf(options)),
      signal: stop.signal,
      onProgress: line.onProgress,
    });
    line.end();
    await show(result);
  } finally {
    line.end();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function receiverOf(url: string | undefined, options: ExamCommandOptions) {
  const { unsigned, encryptionKey, header } = options;
  if (url === undefined)
    throw new UsageError('Name the address of the receiver: payrig exam RECEIVER_URL --secret S');
  if (!URL.canParse(url) || !/^https?:\/\/[^/]/.test(url))
    throw new UsageError(`[${url}] is no http or https URL.`);
  const secret = unsigned ? undefined : options.secret;
  if (!unsigned && !secret)
    throw new UsageError(
      'Give the signing secret of the receiver (--secret), or say --unsigned if it has none.',
    );
  if (encryptionKey !== undefined && Buffer.from(encryptionKey, 'base64').length !== 32)
    throw new UsageError('The encryption key is not Base64 of 32 bytes.');
  return {
    url,
    ...(secret !== undefined && { secret }),
    ...(encryptionKey !== undefined && { encryptionKey }),
    ...(Object.keys(header).length > 0 && { headers: header }),
  };
}

async function runOptionsOf(options: ExamCommandOptions) {
  const { profile, baseline, handled, failing } = options;
  const named = (where: string): string => (/^https?:/.test(where) ? where : resolve(where));
  return {
    only: options.only,
    skip: options.skip,
    failOn: options.failOn,
    runs: options.runs,
    seed: options.seed,
    replay: options.replay,
    strict: options.strict,
    maxTimeMs: options.maxTime,
    timeoutMs: options.timeout,
    promptMs: options.prompt,
    patienceMs: options.patience,
    ...(handled !== undefined && { handled: named(handled) }),
    ...(failing !== undefined && { failing: named(failing) }),
    ...(profile !== undefined && { profile: await profileOf(profile) }),
    ...(baseline !== undefined && { baseline: await baselineOf(baseline) }),
  };
}

/** Refuses patterns and tokens that nothing answers to: a misspelt one would pass by judging nothing. */
async function judgeable({ only, skip, replay }: ExamCommandOptions): Promise<void> {
  const [{ loadReceiverClauses }, { idlePatterns }, { parseReplay }] = await Promise.all([
    import('../../spec/receiver-clauses.ts'),
    import('../../conformance/run/select.ts'),
    import('../../conformance/run/replay-token.ts'),
  ]);
  const ids = loadReceiverClauses().map(({ id }) => id);
  const idle = idlePatterns([...only, ...skip], ids);
  if (idle.length > 0)
    throw new UsageError(
      `No clause is called ${idle.map((one) => `[${one}]`).join(', ')}; --list prints them all.`,
    );
  if (replay !== undefined && !ids.some((id) => id === parseReplay(replay)?.clause))
    throw new UsageError(`[${replay}] is no replay token.`);
}
