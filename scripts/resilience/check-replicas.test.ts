import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { startPostgres } from '../../simulator/store/testing/postgres-server.ts';
import { freePort } from '../../spec/free-port.ts';
import { brokenClauses, checkReplicas, type StartReplica } from './testing/check-replicas.ts';
import { faultTest, type TestBed } from './testing/fault-test.ts';
import { type SandboxProcess, startProcess } from './testing/restartable-sandbox.ts';

/** `busy`: the load of the machine to make, with processes that compute. */
type CheckSize = { busy: number; runs?: number };

/** Every clause, races included, against three processes on a PostgreSQL of their own, one of which is killed on the way. */
const checkThree = async (bed: TestBed<CheckSize>): Promise<Record<string, number>> => {
  const busy = Math.max(0, bed.size.busy - Math.round(loadavg()[0]!));
  for (let n = 0; n < busy; n += 1) {
    // It ends with this process, however that ends.
    const code = 'for (const parent = process.ppid; process.ppid === parent; );';
    const one = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
    bed.closing({ close: () => one.kill('SIGKILL') });
  }
  const slowness = slownessNow();
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
    ...(bed.size.runs && { runs: bed.size.runs }),
    // What takes a second on a quiet machine may take as much longer as a process waits for a processor.
    timeoutMs: 30_000 * slowness,
    patienceMs: 5000 * slowness,
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
  const figures = { 'clauses judged': judged, requests: result.requests, seconds };
  return { ...figures, 'busy processes': busy, 'times slower': slowness };
};

/** How many times longer a computation takes than its processor time, because other processes have the cores; at least 1. */
function slownessNow(): number {
  const [began, before] = [performance.now(), process.cpuUsage()];
  let spent = 0;
  while (spent < 100_000) {
    const { user, system } = process.cpuUsage(before);
    spent = user + system;
  }
  return Math.max(1, Math.round(((performance.now() - began) * 1000) / spent));
}

faultTest<CheckSize>({
  name: 'check-replicas',
  title: 'three processes behind a balancer, one of which is killed, keep every clause, races included',
  long: { busy: 0 },
  run: checkThree,
});

faultTest<CheckSize>({
  name: 'check-busy',
  title: 'the same beside twenty busy processes',
  // A quarter of the inputs of each property: these processes get a fifth of the cores.
  long: { busy: 20, runs: 3 },
  minutes: 30,
  run: checkThree,
});
