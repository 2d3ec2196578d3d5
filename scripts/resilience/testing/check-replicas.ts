import type { RunOptions } from '../../../conformance/deployment/options.ts';
import { runConformance } from '../../../conformance/index.ts';
import type { RunResult } from '../../../conformance/judgement/result.ts';
import { startBalancer } from './balancer.ts';
import { Problems } from './problems.ts';

/** Starts one replica that hands out URLs under the balancer's address; returns where it listens itself. */
export type StartReplica = (publicUrl: string) => Promise<string>;

/** Judges three replicas through a balancer that gives each request to the next of them. */
export async function checkReplicas(start: StartReplica, options: RunOptions): Promise<RunResult> {
  const urls: string[] = [];
  const balancer = await startBalancer(() => urls);
  try {
    for (const _ of [1, 2, 3]) urls.push(await start(balancer.url));
    const target = {
      baseUrl: balancer.url,
      apiKey: 'sandbox-key',
      otherApiKey: 'sandbox-key-2',
      member: { username: 'member@sandbox.test', password: 'sandbox-password' },
    };
    return await runConformance(target, options);
  } finally {
    await balancer.close();
  }
}

/** The clauses that do not hold, each with its message; those about a production server alone are not judged. */
export function brokenClauses({ clauses, stopped }: RunResult): string[] {
  if (stopped !== undefined) return [stopped];
  const problems = new Problems();
  for (const { clause, verdict, failure, error, skip } of clauses) {
    const isAboutProduction = verdict === 'skip' && skip?.missing.includes('production');
    if (verdict === 'pass' || isAboutProduction || skip?.kind === 'not-selected') continue;
    const why = failure ? `expected ${failure.expected}, got ${failure.actual}` : undefined;
    problems.add(clause, `${verdict}: ${why ?? error?.message ?? skip?.message ?? ''}`);
  }
  return problems.list();
}
