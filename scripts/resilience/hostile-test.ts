import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '../../conformance/result.ts';
import { stream } from '../../generators/random.ts';
import { drawHostility, hostileDeployment } from './hostile-deployment.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { startProcess } from './sandbox-process.ts';

export type HostileSize = { runs: number; seconds: number; runSeconds: number; only?: string };

const command = fileURLToPath(new URL('../payrig.ts', import.meta.url));
/** What a run may take, in megabytes of heap, and in seconds beyond the time it was given. */
const MOST_HEAP = 256;
const GRACE = 60;

/** Runs the whole suite, as a process of its own, against deployments whose answers mean harm. */
export async function hostileTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<HostileSize>): Promise<ResilienceOutcome> {
  const chance = stream(seed, 'hostile');
  const problems = new Problems();
  const sandbox = await startProcess(['--ephemeral', '--log-level', 'silent']);
  const ends = performance.now() + size.seconds * 1000;
  const figures = { runs: 0, requests: 0, 'harmful answers': 0, clauses: 0, 's for the slowest run': 0 };
  try {
    while (figures.runs < size.runs && performance.now() < ends) {
      const hostility = drawHostility(chance);
      const deployment = await hostileDeployment(sandbox.url, hostility, chance.fork(figures.runs));
      const started = performance.now();
      const ran = await check(deployment.url, chance.int(1, 1e6), size);
      const took = Math.round((performance.now() - started) / 1000);
      await deployment.close();
      const where = `${JSON.stringify(hostility)}, seed ${seed}`;
      for (const [kind, story] of faultsOf(ran)) problems.add(kind, `${where}: ${story}`);
      if (took > size.runSeconds + GRACE) problems.add('time', `${where}: took ${took} s`);
      figures.runs += 1;
      figures.requests += deployment.requests();
      figures['harmful answers'] += deployment.harmed();
      figures.clauses += resultIn(ran.out)?.clauses.length ?? 0;
      figures['s for the slowest run'] = Math.max(figures['s for the slowest run'], took);
      progress(`run ${figures.runs}: exit ${ran.code} in ${took} s after ${deployment.requests()} requests`);
    }
  } finally {
    await sandbox.kill();
  }
  return { figures, problems: problems.list() };
}

type Ran = { code: number | null; out: string; err: string };

function check(url: string, seed: number, { runSeconds, only }: HostileSize): Promise<Ran> {
  const bounds = ['--max-time', `${runSeconds}s`, '--timeout', '2s', '--patience', '1s', '--runs', '2'];
  const keys = ['--api-key', 'sandbox-key', '--other-api-key', 'sandbox-key-2', '--arrange', 'sandbox'];
  const words = [command, 'check', url, '--json', '--seed', String(seed), ...keys, ...bounds];
  if (only !== undefined) words.push('--only', only);
  const child = spawn(process.execPath, words, {
    env: { ...process.env, NODE_OPTIONS: `--max-old-space-size=${MOST_HEAP}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const late = setTimeout(() => child.kill('SIGKILL'), (runSeconds + 2 * GRACE) * 1000);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(late);
      resolve({ code, out, err });
    }),
  );
}

/** A run ends with verdicts, or with a sentence that says why there are none; never with a stack or a dead process. */
function faultsOf({ code, out, err }: Ran): [kind: string, story: string][] {
  const faults: [string, string][] = [];
  if (code === null || code > 3) faults.push([`exit ${code}`, (err || out).slice(-1500)]);
  if (/^\s+at .+:\d+:\d+/m.test(err)) faults.push(['a stack', err.slice(-1500)]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
  const steering = /.{0,40}[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/.exec(err + out)?.[0];
  if (steering !== undefined) faults.push(['steers a terminal', JSON.stringify(steering)]);
  const result = resultIn(out);
  if (code !== 2 && result === undefined) faults.push(['no result', out.slice(0, 600)]);
  if (code === 2 && err.trim() === '') faults.push(['no sentence', out.slice(0, 600)]);
  for (const { clause, verdict, error } of result?.clauses ?? [])
    if (verdict === 'error') faults.push([`error in ${clause}`, error?.stack ?? '']);
  return faults;
}

function resultIn(out: string): RunResult | undefined {
  try {
    return JSON.parse(out);
  } catch {
    return undefined;
  }
}
