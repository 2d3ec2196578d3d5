import type { RunOptions } from '../../conformance/deployment/options.ts';
import type { RunResult } from '../../conformance/result.ts';
import { runConformance } from '../../conformance/run.ts';
import { freePort, startPostgres } from '../../simulator/store/testing/postgres-server.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { startProcess } from './sandbox-process.ts';

/** Starts one replica that hands out URLs under the balancer's address; the result is where it listens itself. */
type StartReplica = (publicUrl: string) => Promise<string>;

/** Judges three replicas through a balancer that gives each request to the next of them. */
export async function checkReplicas(start: StartReplica, options: RunOptions): Promise<RunResult> {
  const urls: string[] = [];
  const balancer: Balancer = await startBalancer(() => urls);
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

/** The clauses that do not hold, each with what it said; those about a production server alone are not judged. */
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

/** Every clause, races included, against three processes on a PostgreSQL of their own. */
export async function checkReplicasTest({
  seed,
  progress = () => {},
}: Omit<ResilienceOptions<never>, 'size'>): Promise<ResilienceOutcome> {
  const database = await startPostgres();
  await database.started;
  const replicas: Awaited<ReturnType<typeof startProcess>>[] = [];
  try {
    const flags = ['--store', database.url, '--log-level', 'error'];
    const result = await checkReplicas(
      async (publicUrl) => {
        // A sandbox with a public address tells that, and not where it listens.
        const port = await freePort();
        replicas.push(await startProcess([...flags, '--public-url', publicUrl, '--port', String(port)]));
        return `http://127.0.0.1:${port}`;
      },
      {
        seed,
        failOn: 'implied',
        onProgress: (event) => event.kind === 'phase' && progress(`${event.phase}: ${event.total}`),
      },
    );
    const crashes = replicas.filter((replica) => replica.crashed()).map((replica) => replica.output());
    const judged = result.clauses.filter(({ verdict }) => verdict !== 'skip').length;
    return {
      figures: { 'clauses judged': judged, requests: result.requests },
      problems: [...brokenClauses(result), ...crashes],
    };
  } finally {
    for (const replica of replicas) await replica.kill();
    await database.stop();
  }
}
