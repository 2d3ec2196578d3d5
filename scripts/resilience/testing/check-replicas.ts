import type { RunOptions } from '../../../conformance/deployment/options.ts';
import type { RunResult } from '../../../conformance/result.ts';
import { runConformance } from '../../../conformance/run.ts';
import { freePort, startPostgres } from '../../../simulator/store/testing/postgres-server.ts';
import { startBalancer } from './balancer.ts';
import { Problems, resilienceTest } from './fault-test.ts';
import { type SandboxProcess, startProcess } from './restartable-sandbox.ts';

/** Starts one replica that hands out URLs under the balancer's address; returns where it listens itself. */
type StartReplica = (publicUrl: string) => Promise<string>;

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

/** Every clause, races included, against three processes on a PostgreSQL of their own. */
export const checkReplicasTest = resilienceTest<object>('check-replicas', async (bed) => {
  const database = await startPostgres();
  bed.closing({ close: database.stop });
  await database.started;
  const replicas: SandboxProcess[] = [];
  bed.closing({ close: () => Promise.all(replicas.map((replica) => replica.kill())) });
  const start: StartReplica = async (publicUrl) => {
    // A sandbox with a public address prints that, and not where it listens.
    const port = await freePort();
    const flags = ['--store', database.url, '--log-level', 'error'];
    replicas.push(await startProcess([...flags, '--public-url', publicUrl, '--port', String(port)]));
    return `http://127.0.0.1:${port}`;
  };
  const result = await checkReplicas(start, {
    seed: bed.seed,
    failOn: 'implied',
    onProgress: (event) => event.kind === 'phase' && bed.progress(`${event.phase}: ${event.total}`),
  });
  for (const broken of brokenClauses(result)) bed.problems.add(broken.split(':')[0] ?? '', broken);
  for (const replica of replicas) if (replica.crashed()) bed.problems.add('crashed', replica.output());
  const judged = result.clauses.filter(({ verdict }) => verdict !== 'skip').length;
  return { 'clauses judged': judged, requests: result.requests };
});
