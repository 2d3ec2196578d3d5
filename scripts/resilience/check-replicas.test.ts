import { spawn } from 'node:child_process';
import { startPostgres } from '../../simulator/store/testing/postgres-server.ts';
import { freePort } from '../../spec/free-port.ts';
import { brokenClauses, checkReplicas, type StartReplica } from './testing/check-replicas.ts';
import { faultTest, type TestBed } from './testing/fault-test.ts';
import { type SandboxProcess, startProcess } from './testing/restartable-sandbox.ts';

type CheckSize = { busy: number };

/** Every clause, races included, against three processes on a PostgreSQL of their own, one of which is killed on the way. */
const checkThree = async (bed: TestBed<CheckSize>): Promise<Record<string, number>> => {
  for (let n = 0; n < bed.size.busy; n += 1) {
    const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    bed.closing({ close: () => busy.kill('SIGKILL') });
  }
  const began = performance.now();
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
    onProgress(event) {
      if (event.kind !== 'phase') return;
      bed.progress(`${event.phase}: ${event.total}`);
      // Between two phases no request is under way: one that is cut off would rightly count against the service.
      if (event.phase === 'learn') void replicas[2]!.kill();
    },
  });
  for (const broken of brokenClauses(result)) bed.problems.add(broken.split(':')[0] ?? '', broken);
  for (const replica of replicas.slice(0, 2))
    if (replica.crashed()) bed.problems.add('crashed', replica.output());
  const judged = result.clauses.filter(({ verdict }) => verdict !== 'skip').length;
  const seconds = Math.round((performance.now() - began) / 1000);
  return { 'clauses judged': judged, requests: result.requests, seconds };
};

faultTest<CheckSize>({
  name: 'check-replicas',
  title: 'three processes behind a balancer, one of which is killed, keep every clause, races included',
  long: { busy: 0 },
  run: checkThree,
});

faultTest<CheckSize>({
  name: 'check-busy',
  title: 'the same beside twenty busy processes',
  long: { busy: 20 },
  run: checkThree,
});
