import { Command, Option } from 'commander';
import { printable } from '../../conformance/printable.ts';
import { UsageError } from '../usage-error.ts';
import { port, wholeNumber } from '../whole-number.ts';
import {
  baselineOf,
  durationMs,
  headerOf,
  memberOf,
  patterns,
  profileOf,
  rateOf,
} from './check-arguments.ts';
import { checkHelp } from './check-help.ts';
import type { OutputOptions } from './check-outputs.ts';
import { progressLine } from './check-progress.ts';

type CheckOptions = OutputOptions & {
  apiKey?: string;
  otherApiKey?: string;
  member?: { username: string; password: string };
  environment?: 'sandbox' | 'production';
  productionUrl?: string;
  productionApiKey?: string;
  profile?: string;
  arrange?: string;
  only: string[];
  skip: string[];
  runs?: number;
  seed?: number;
  replay?: string;
  rateLimit?: number;
  maxTime?: number;
  timeout?: number;
  patience?: number;
  concurrency?: number;
  readOnly: boolean;
  destructive: boolean;
  strict: boolean;
  keep: boolean;
  failOn: 'stated' | 'implied';
  header: Record<string, string>;
  baseline?: string;
  receiverUrl?: string;
  receiverPort?: number;
  list: boolean;
  cleanUp: boolean;
};

/** `payrig check`: judges a deployment clause by clause. */
export function checkCommand(): Command {
  const env = (flags: string, text: string, name: string): Option => new Option(flags, text).env(name);
  return new Command('check')
    .description('judge a deployment clause by clause')
    .argument('[base-url]', 'base address of the deployment')
    .addOption(env('--api-key <key>', "the client's API key", 'PAYRIG_API_KEY'))
    .addOption(
      env(
        '--other-api-key <key>',
        'API key of a second client, to see them kept apart',
        'PAYRIG_OTHER_API_KEY',
      ),
    )
    .addOption(
      env('--member <user:password>', 'a team member who can sign in', 'PAYRIG_MEMBER').argParser(memberOf),
    )
    .addOption(
      new Option('--environment <kind>', 'what kind of server it is (found out)').choices([
        'sandbox',
        'production',
      ]),
    )
    .option('--production-url <url>', 'a production server beside it, for the clauses about production alone')
    .addOption(
      env('--production-api-key <key>', 'its API key, when it is another one', 'PAYRIG_PRODUCTION_API_KEY'),
    )
    .option('--profile <file>', 'what is known already: names and open points (JSON)')
    .option('--learn <file>', 'write what was learnt as a profile')
    .option('--arrange <how>', 'sandbox, none, a fixtures file (.json) or a module of your own (found out)')
    .option(
      '--only <globs>',
      'clauses to judge, e.g. users.*,webhooks.create (may come more than once)',
      patterns,
      [],
    )
    .option('--skip <globs>', 'clauses to leave out', patterns, [])
    .option('--runs <count>', 'inputs for each property (12)', wholeNumber(1))
    .option('--seed <number>', 'the seed of all inputs (another with each run)', wholeNumber())
    .option('--replay <token>', 'rerun one failure by the token that it printed')
    .option('--rate-limit <rate>', 'most requests, e.g. 10/s (no limit)', rateOf)
    .option('--max-time <time>', 'end the run after so long, e.g. 90s or 10m (never)', durationMs)
    .option('--timeout <time>', 'how long one whole answer may take (30s)', durationMs)
    .option('--patience <time>', 'how long a webhook delivery is waited for (5s)', durationMs)
    .option('--concurrency <count>', 'checks at a time (8)', wholeNumber(1))
    .option('--read-only', 'create, change and delete nothing', false)
    .option('--destructive', 'delete also what this run did not create', false)
    .option('--strict', 'a clause that could not be judged makes the run incomplete', false)
    .addOption(
      new Option('--fail-on <level>', 'implied: an implied clause that does not hold fails too')
        .choices(['stated', 'implied'])
        .default('stated'),
    )
    .option('--header <name: value>', 'sent with every request (may come more than once)', headerOf, {})
    .option('--report-dir <folder>', 'write report.html, report.json and junit.xml here')
    .option('--json', 'the whole result as one JSON on standard output, and nothing else there', false)
    .option('--compare <file>', 'what got better and what got worse since an older report.json')
    .option('--baseline <file>', 'known failures: a JSON array of clauses')
    .option('--write-baseline <file>', 'write what fails now as a baseline, and do not fail for it')
    .option('--keep', 'leave what the run makes, to send the requests of a failure by hand', false)
    .option('--receiver-url <url>', 'the address under which the deployment reaches the webhook receiver')
    .option('--receiver-port <port>', 'the port on which the receiver listens', port)
    .option(
      '--clean-up',
      'remove what runs that were killed left behind (users and webhooks that bear the mark), and judge nothing',
      false,
    )
    .option('--list', 'print the clauses and what each needs, and judge nothing', false)
    .addHelpText('after', checkHelp)
    .action(check);
}

async function check(baseUrl: string | undefined, options: CheckOptions): Promise<void> {
  if (options.list) {
    const { listClauses } = await import('../../conformance/list-clauses.ts');
    process.stdout.write(listClauses(options.only, options.skip));
    return;
  }
  if (options.cleanUp) return cleanUpAt(baseUrl, options);
  const target = targetOf(baseUrl, options);
  const [{ runConformance }, { outputsFor }] = await Promise.all([
    import('../../conformance/run.ts'),
    import('./check-outputs.ts'),
  ]);
  await judgeable(options);
  const show = await outputsFor(options);
  const stop = new AbortController();
  const interrupt = (): void => {
    // The second time means now; until then what was made is removed.
    if (stop.signal.aborted) {
      tell('Left at once: what was made may still be there. payrig check --clean-up removes it by its mark.');
      process.exit(130);
    }
    tell('Stopping; what was made is being removed. Press again to leave at once.');
    stop.abort();
  };
  for (const name of signals) process.on(name, interrupt);
  const line = progressLine(process.stderr);
  try {
    const result = await runConformance(target, {
      ...(await runOptionsOf(options)),
      signal: stop.signal,
      onProgress: line.onProgress,
    });
    line.end();
    await show(result);
  } finally {
    line.end();
    for (const name of signals) process.off(name, interrupt);
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Said to a terminal that may be gone by now, which must not keep anything from being removed. */
function tell(text: string): void {
  try {
    process.stderr.write(`\n${text}\n`);
  } catch {}
}

async function cleanUpAt(baseUrl: string | undefined, options: CheckOptions): Promise<void> {
  const { cleanUp } = await import('../../conformance/run.ts');
  const { TargetUnusable } = await import('../../conformance/failure.ts');
  try {
    const { users, webhooks } = await cleanUp(targetOf(baseUrl, options), await runOptionsOf(options));
    process.stdout.write(
      `Removed ${users} users and ${webhooks} webhooks that runs of the suite had left.\n`,
    );
  } catch (error) {
    if (!(error instanceof TargetUnusable)) throw error;
    process.stdout.write(`${printable(error.message)}\n`);
    process.exitCode = error.name === 'BadUsage' ? 2 : 3;
  }
}

function targetOf(baseUrl: string | undefined, options: CheckOptions) {
  const { apiKey, otherApiKey, member, environment, productionUrl, productionApiKey, header } = options;
  if (baseUrl === undefined)
    throw new UsageError('Name the base URL of the deployment: payrig check BASE_URL');
  for (const url of [baseUrl, productionUrl, options.receiverUrl])
    if (url !== undefined && !/^https?:\/\/[^/]/.test(url))
      throw new UsageError(`[${url}] is no http or https URL.`);
  return {
    baseUrl,
    apiKey,
    ...(otherApiKey !== undefined && { otherApiKey }),
    ...(member && { member }),
    ...(environment && { environment }),
    ...(Object.keys(header).length > 0 && { headers: header }),
    ...(productionUrl !== undefined && {
      production: { baseUrl: productionUrl, apiKey: productionApiKey ?? apiKey },
    }),
  };
}

async function runOptionsOf(options: CheckOptions) {
  const { profile, baseline, maxTime, timeout, patience } = options;
  return {
    arrange: options.arrange,
    only: options.only,
    skip: options.skip,
    runs: options.runs,
    seed: options.seed,
    replay: options.replay,
    rateLimit: options.rateLimit,
    concurrency: options.concurrency,
    readOnly: options.readOnly,
    destructive: options.destructive,
    strict: options.strict,
    keep: options.keep,
    failOn: options.failOn,
    receiverUrl: options.receiverUrl,
    receiverPort: options.receiverPort,
    maxTimeMs: maxTime,
    timeoutMs: timeout,
    patienceMs: patience,
    ...(profile !== undefined && { profile: await profileOf(profile), profileFile: profile }),
    ...(baseline !== undefined && { baseline: await baselineOf(baseline) }),
  };
}

/** Refuses clauses, tokens and patterns that nothing answers to: a misspelt one would pass by judging nothing. */
async function judgeable({ only, skip, replay }: CheckOptions): Promise<void> {
  const [{ loadClauses }, { idlePatterns }, { parseReplay }] = await Promise.all([
    import('../../spec/clauses.ts'),
    import('../../conformance/run/select.ts'),
    import('../../conformance/run/replay-token.ts'),
  ]);
  const ids = loadClauses().map(({ id }) => id);
  const idle = idlePatterns([...only, ...skip], ids);
  if (idle.length > 0)
    throw new UsageError(
      `No clause is called ${idle.map((one) => `[${one}]`).join(', ')}; --list prints them all.`,
    );
  if (replay !== undefined && !ids.some((id) => id === parseReplay(replay)?.clause))
    throw new UsageError(`[${replay}] is no replay token.`);
}
