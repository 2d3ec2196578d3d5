import { createSandbox, type Sandbox } from '../../../simulator/sandbox.ts';
import { completeProfile } from '../../../spec/profile.ts';
import { bodyText } from '../../../spec/read-body.ts';
import { checks } from '../../checks/all-checks.ts';
import { needsOf } from '../../deployment/offers.ts';
import type { RunOptions } from '../../deployment/options.ts';
import type { ClauseResult } from '../../judgement/result.ts';
import { probes } from '../../suite/learn/probes/index.ts';
import { runSuite } from '../../suite/run-suite.ts';
import { brokenIn, type Receiver, watchedRun } from '../watched-run.ts';
import { combined, type Mutant } from './mutant.ts';

/** What became of a mutant: killed by its own clause, or alive with what the suite said instead. */
export type MutantOutcome = Awaited<ReturnType<typeof runMutant>>;

type MutantOptions = RunOptions & { byLaws?: boolean; isWatched?: boolean };

const laws = checks.filter(({ law }) => law);

/** Starts the broken sandbox and runs the checks of the one clause that must notice, or with `byLaws` the general laws alone. */
export async function runMutant(
  mutant: Mutant,
  { byLaws = false, isWatched = false, ...options }: MutantOptions = {},
) {
  const judges = byLaws ? laws : checks.filter(({ clause }) => clause === mutant.clause);
  const { environment = 'sandbox', ...broken } = combined(mutant.defects);
  await using sandbox = await createSandbox({ users: 12, ...broken, environment });
  await using production = judges.some((check) => needsOf(check).includes('production'))
    ? await createSandbox({ users: 5, ...broken, environment: 'production' })
    : undefined;
  const judge = (baseUrl: string, receiver: Partial<Receiver> = {}, url = production?.url ?? '') => {
    const target = standardTarget(sandbox, production && { url, apiKey: production.apiKey });
    return runSuite(
      { checks: judges, probes },
      { ...target, baseUrl },
      {
        only: judges.map(({ clause }) => clause),
        preflight: false,
        destructive: true,
        failOn: 'implied',
        mostShrinks: 0,
        patienceMs: 1500,
        seed: 1,
        ...receiver,
        ...options,
      },
    );
  };
  const profile = completeProfile(broken.profile);
  // What the defect makes of a deployment's kind, its owner does not know.
  const told = environment === 'production' && !(await isProduction(sandbox)) ? 'sandbox' : environment;
  const watchedWith = (productionUrl?: string) => {
    const run = (url: string, receiver: Receiver) => judge(url, receiver, productionUrl);
    return watchedRun(sandbox.url, run, { environment: told, profile });
  };
  const around =
    isWatched && production
      ? await watchedRun(production.url, watchedWith, { environment: 'production', profile })
      : undefined;
  const watched = around?.result ?? (isWatched ? await watchedWith() : undefined);
  const watches = [watched, around].filter((one) => one !== undefined);
  const { clauses, ...result } = watched?.result ?? (await judge(sandbox.url));
  const clause = clauses.find((one) => (byLaws ? one.verdict === 'fail' : one.clause === mutant.clause));
  const verdict = clause?.verdict ?? 'skip';
  return {
    mutant,
    killed: verdict === 'fail',
    verdict,
    detail: detailOf(clause, result.stopped),
    requests: clause?.requests ?? 0,
    durationMs: result.durationMs,
    ...(watched && { watched: watches.flatMap(({ ledger }) => brokenIn(ledger)) }),
  };
}

async function isProduction({ url }: Sandbox): Promise<boolean> {
  const text = await bodyText(await fetch(`${url}/_sandbox/health`));
  return JSON.parse(text).environment === 'production';
}

type Running = Pick<Sandbox, 'url' | 'apiKey' | 'otherApiKey'> & {
  readonly production?: Pick<Sandbox, 'url' | 'apiKey'>;
};

export const standardTarget = (sandbox: Running, production = sandbox.production) => ({
  baseUrl: sandbox.url,
  apiKey: sandbox.apiKey,
  otherApiKey: sandbox.otherApiKey,
  member: { username: 'member@sandbox.test', password: 'sandbox-password' },
  production: production && { baseUrl: production.url, apiKey: production.apiKey },
});

function detailOf(clause: ClauseResult | undefined, stopped: string | undefined): string {
  if (clause?.failure) return `expected ${clause.failure.expected}, got ${clause.failure.actual}`;
  return clause?.error?.message ?? clause?.skip?.message ?? stopped ?? 'the check passed';
}
