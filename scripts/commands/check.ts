import { printable } from '../../conformance/target/printable.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { expectHttpUrl, rateOf } from '../judging/check-arguments.ts';
import { expectJudgeable, judged, judgingOf } from '../judging/judging.ts';
import { commandOf } from '../terminal/command-of.ts';
import { print, say } from '../terminal/print.ts';
import { UsageError } from '../terminal/usage-error.ts';

type CheckOptions = CommandOptions['check'];

export const command = () => commandOf('check', check, { rate: rateOf });

async function check(baseUrl: string | undefined, options: CheckOptions): Promise<void> {
  if (options.list) {
    const { clauseListings, listClauses } = await import('../../conformance/suite/list-clauses.ts');
    const { loadClauses } = await import('../../spec/clauses.ts');
    await expectJudgeable(loadClauses(), options);
    const { only, skip, json } = options;
    return print(json, clauseListings(only, skip), () => listClauses(only, skip));
  }
  if (options.cleanUp) return cleanUpAt(baseUrl, options);
  const target = targetOf(baseUrl, options);
  const { runConformance } = await import('../../conformance/index.ts');
  const { loadClauses } = await import('../../spec/clauses.ts');
  await expectJudgeable(loadClauses(), options);
  const runOptions = await runOptionsOf(options);
  await judged(options, (running) => runConformance(target, { ...runOptions, ...running }), {
    stopping: 'Stopping; what was made is being removed. Press again to leave at once.',
    atOnce: 'Left at once: what was made may still be there. payrig check --clean-up removes it by its mark.',
  });
}

async function cleanUpAt(baseUrl: string | undefined, options: CheckOptions): Promise<void> {
  const { cleanUp } = await import('../../conformance/index.ts');
  const { TargetUnusable } = await import('../../conformance/target/call-errors.ts');
  try {
    const { users, webhooks } = await cleanUp(targetOf(baseUrl, options), await runOptionsOf(options));
    say(`Removed ${users} users and ${webhooks} webhooks that runs of the suite had left.`);
  } catch (error) {
    if (!(error instanceof TargetUnusable)) throw error;
    say(printable(error.message));
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
  const { arrange, evidence, rateLimit, concurrency, keep, profile: profileFile } = options;
  const { readOnly, destructive, receiverUrl, receiverPort } = options;
  const own = { arrange, evidence, rateLimit, concurrency, keep, profileFile };
  return { ...(await judgingOf(options)), ...own, readOnly, destructive, receiverUrl, receiverPort };
}
