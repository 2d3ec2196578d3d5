import { startPostgres } from '../../simulator/store/testing/postgres-server.ts';
import { freePort } from '../../spec/free-port.ts';
import { brokenClauses, checkReplicas, type StartReplica } from './testing/check-replicas.ts';
import { faultTest } from './testing/fault-test.ts';
import { type SandboxProcess, startProcess } from './testing/restartable-sandbox.ts';

/** Every clause, races included, against three processes on a PostgreSQL of their own. */
faultTest({
  name: 'check-replicas',
  title: 'three processes behind a balancer keep every clause, races included',
  long: {},
  async run(bed) {
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
  },
});
