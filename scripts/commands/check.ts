import { Command, Option } from 'commander';
import { printable } from '../../conformance/printable.ts';
import { port, wholeNumber } from '../script-command.ts';
import { UsageError } from '../usage-error.ts';
import { envOption, expectHttpUrl, memberOf, print, rateOf } from './check-arguments.ts';
import { expectJudgeable, type JudgingOptions, judged, judgingOf, withJudging } from './judging.ts';

type CheckOptions = JudgingOptions & {
  apiKey?: string;
  otherApiKey?: string;
  member?: { username: string; password: string };
  environment?: 'sandbox' | 'production';
  productionUrl?: string;
  productionApiKey?: string;
  sandboxKey?: string;
  arrange?: string;
  evidence: 'any' | 'public';
  rateLimit?: number;
  concurrency?: number;
  readOnly: boolean;
  destructive: boolean;
  keep: boolean;
  receiverUrl?: string;
  receiverPort?: number;
  cleanUp: boolean;
};

const checkHelp = `
Exit codes:
  0  no judged clause fails (an implied one that does not hold is a warning; see --fail-on)
  1  some clause fails that no baseline lists
  2  bad usage: an option, a file or a key that cannot be right; nothing was judged
  3  incomplete: the deployment could not be used, the run was stopped, or a clause that had to be judged was not
  4  the suite itself broke

Variables: PAYRIG_API_KEY, PAYRIG_OTHER_API_KEY, PAYRIG_MEMBER and PAYRIG_PRODUCTION_API_KEY stand for their options,
PAYRIG_TARGET_SANDBOX_KEY for --sandbox-key.

Examples:
  payrig check http://127.0.0.1:4010 --api-key sandbox-key --other-api-key sandbox-key-2
  payrig check https://staging.example --arrange none --read-only          # reads, and creates nothing
  payrig check https://staging.example --only 'webhooks.*' --report-dir reports
  payrig check https://staging.example --write-baseline known.json         # what fails today is known
  payrig check https://staging.example --baseline known.json --compare last/report.json
  payrig check https://staging.example --json | jq '.totals'
  payrig check https://staging.example --replay 'users.patch.sets@42/3' --keep`;

/** `payrig check`: judges a deployment clause by clause. */
export function command(): Command {
  const command = new Command('check')
    .description('judge a deployment clause by clause')
    .argument('[base-url]', 'base address of the deployment')
    .optionsGroup('The deployment:')
    .addOption(envOption('--api-key <key>', "the client's API key", 'PAYRIG_API_KEY'))
    .addOption(
      envOption(
        '--other-api-key <key>',
        'API key of a second client, to check that clients are kept apart',
        'PAYRIG_OTHER_API_KEY',
      ),
    )
    .addOption(
      envOption('--member <user:password>', 'a team member who can sign in', 'PAYRIG_MEMBER').argParser(
        memberOf,
      ),
    )
    .addOption(
      new Option('--environment <kind>', 'the kind of server (detected)').choices(['sandbox', 'production']),
    )
    .option('--production-url <url>', 'a production server, for the clauses about production alone')
    .addOption(
      envOption(
        '--production-api-key <key>',
        'API key of the production server, if it differs',
        'PAYRIG_PRODUCTION_API_KEY',
      ),
    )
    .addOption(
      envOption(
        '--sandbox-key <key>',
        "the key that guards a sandbox's /_sandbox, if there is one",
        'PAYRIG_TARGET_SANDBOX_KEY',
      ),
    )
    .option('--arrange <how>', 'sandbox, none, a fixtures file (.json) or a module of your own (detected)')
    .addOption(
      new Option('--evidence <path>', 'public: judge by the public interface alone, and arrange nothing')
        .choices(['any', 'public'])
        .default('any'),
    )
    .option('--receiver-url <url>', 'the address under which the deployment reaches the webhook receiver')
    .option('--receiver-port <port>', 'the port on which the receiver listens', port)
    .optionsGroup('Time and traffic:')
    .option('--rate-limit <rate>', 'the most requests, e.g. 10/s (no limit)', rateOf)
    .option('--concurrency <count>', 'checks at a time (8)', wholeNumber(1))
    .optionsGroup('What it may change:')
    .option('--read-only', 'create, change and delete nothing', false)
    .option(
      '--destructive',
      'also delete what this run did not create, and reset afterwards where the deployment offers it',
      false,
    )
    .option('--keep', 'keep what was created for failing clauses, to send their requests by hand', false)
    .option('--clean-up', 'remove users and webhooks that killed runs left behind, and judge nothing', false)
    .optionsGroup('Verdict and reports:')
    .option('--learn <file>', 'write the learnt profile to this file')
    .addHelpText('after', checkHelp)
    .action(check);
  return withJudging(command, {
    profile: "the deployment's names and open points, as far as known (JSON)",
    only: 'users.*,webhooks.create',
    timeout: 'the longest that one response may take (30s)',
    patience: 'how long to wait for a webhook delivery (5s)',
    request: 'request',
  });
}

async function check(baseUrl: string | undefined, options: CheckOptions): Promise<void> {
  if (options.list) {
    const { clauseListings, listClauses } = await import('../../conformance/list-clauses.ts');
    const { loadClauses } = await import('../../spec/clauses.ts');
    await expectJudgeable(loadClauses(), options);
    const { only, skip, json } = options;
    return print(
      json,
      () => clauseListings(only, skip),
      () => listClauses(only, skip),
    );
  }
  if (options.cleanUp) return cleanUpAt(baseUrl, options);
  const target = targetOf(baseUrl, options);
  const { runConformance } = await import('../../conformance/run.ts');
  const { loadClauses } = await import('../../spec/clauses.ts');
  await expectJudgeable(loadClauses(), options);
  const runOptions = await runOptionsOf(options);
  await judged(options, (running) => runConformance(target, { ...runOptions, ...running }), {
    stopping: 'Stopping; what was made is being removed. Press again to leave at once.',
    atOnce: 'Left at once: what was made may still be there. payrig check --clean-up removes it by its mark.',
  });
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
  const { apiKey, otherApiKey, member, environment, productionUrl, productionApiKey, sandboxKey } = options;
  if (baseUrl === undefined)
    throw new UsageError('Name the base URL of the deployment: payrig check BASE_URL');
  for (const url of [baseUrl, productionUrl, options.receiverUrl]) expectHttpUrl(url);
  const headers = sandboxKey ? { 'X-Sandbox-Key': sandboxKey, ...options.header } : options.header;
  const production =
    productionUrl === undefined ? undefined : { baseUrl: productionUrl, apiKey: productionApiKey ?? apiKey };
  return { baseUrl, apiKey, otherApiKey, member, environment, headers, production };
}

async function runOptionsOf(options: CheckOptions) {
  if (options.evidence === 'public' && ![undefined, 'none'].includes(options.arrange))
    throw new UsageError('--evidence public arranges nothing; leave out --arrange.');
  const {
    arrange,
    evidence,
    rateLimit,
    concurrency,
    readOnly,
    destructive,
    keep,
    receiverUrl,
    receiverPort,
  } = options;
  return {
    ...(await judgingOf(options)),
    ...{ arrange, evidence, rateLimit, concurrency, readOnly, destructive, keep, receiverUrl, receiverPort },
    profileFile: options.profile,
  };
}
