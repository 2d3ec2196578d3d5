import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '../../conformance/judgement/result.ts';
import { hostilities } from '../../conformance/testing/hostile-service.ts';
import type { Stream } from '../../generators/random.ts';
import { bodyOf, startLocalServer } from '../../spec/local-server.ts';
import { runTool, type ToolRun } from '../terminal/run-tool.ts';
import { parsedJson } from './testing/connection.ts';
import { faultTest, timeLimit } from './testing/fault-test.ts';
import { mutated } from './testing/fuzz/nasty-values.ts';
import { RestartableSandbox } from './testing/restartable-sandbox.ts';

type HostileSize = { runs: number; seconds: number; runSeconds: number; only?: string };

const command = fileURLToPath(new URL('../payrig.ts', import.meta.url));
/** What a run may take: megabytes of heap, and seconds beyond the time it was given. */
const MOST_HEAP = 256;
const GRACE = 60;

/** Runs the whole suite, as a process of its own, against deployments whose responses mean harm. */
faultTest<HostileSize>({
  name: 'hostile',
  title: 'a deployment whose answers mean harm gets verdicts or a sentence, in bounded time and memory',
  short: { runs: 1, seconds: 5, runSeconds: 5, only: 'users.*' },
  long: { runs: 12, seconds: 50, runSeconds: 20 },
  least: { requests: 1 },
  async run(bed) {
    const { seed, size, chance, problems, progress } = bed;
    const flags = ['--ephemeral', '--log-level', 'silent'];
    const sandbox = bed.closing(await RestartableSandbox.start({ flags }));
    const hasTime = timeLimit(size.seconds);
    const figures = { runs: 0, requests: 0, 'harmful answers': 0, clauses: 0, 's for the slowest run': 0 };
    while (figures.runs < size.runs && hasTime()) {
      const hostility = drawHostility(chance);
      const deployment = await hostileDeployment(sandbox.process.url, hostility, chance.fork(figures.runs));
      const ran = await check(deployment.url, chance.int(1, 1e6), size);
      const took = Math.round(ran.seconds);
      await deployment.close();
      const where = `${JSON.stringify(hostility)}, seed ${seed}`;
      for (const [kind, story] of faultsOf(ran)) problems.add(kind, `${where}: ${story}`);
      if (took > size.runSeconds + GRACE) problems.add('time', `${where}: took ${took} s`);
      figures.runs += 1;
      figures.requests += deployment.requests();
      figures['harmful answers'] += deployment.harmed();
      figures.clauses += resultIn(ran.stdout)?.clauses.length ?? 0;
      figures['s for the slowest run'] = Math.max(figures['s for the slowest run'], took);
      progress(`run ${figures.runs}: exit ${ran.code} in ${took} s after ${deployment.requests()} requests`);
    }
    return figures;
  },
});

function check(url: string, seed: number, { runSeconds, only }: HostileSize): Promise<ToolRun> {
  const bounds = ['--max-time', `${runSeconds}s`, '--timeout', '2s', '--patience', '1s', '--runs', '2'];
  const keys = ['--api-key', 'sandbox-key', '--other-api-key', 'sandbox-key-2', '--arrange', 'sandbox'];
  const words = [command, 'check', url, '--json', '--seed', String(seed), ...keys, ...bounds];
  if (only !== undefined) words.push('--only', only);
  return runTool(process.execPath, words, {
    env: { NODE_OPTIONS: `--max-old-space-size=${MOST_HEAP}` },
    timeoutMs: (runSeconds + 2 * GRACE) * 1000,
  });
}

/** A run ends with verdicts, or with a sentence that says why there are none; never with a stack or a dead process. */
function faultsOf({ code, stdout, stderr }: ToolRun): [kind: string, story: string][] {
  const faults: [string, string][] = [];
  if (code < 0 || code > 3) faults.push([`exit ${code}`, (stderr || stdout).slice(-1500)]);
  if (/^ {4}at /m.test(stderr)) faults.push(['a stack', stderr.slice(-1500)]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
  const steering = /.{0,40}[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/.exec(stderr + stdout)?.[0];
  if (steering !== undefined) faults.push(['steers a terminal', JSON.stringify(steering)]);
  const result = resultIn(stdout);
  if (code !== 2 && result === undefined) faults.push(['no result', stdout.slice(0, 600)]);
  if (code === 2 && stderr.trim() === '') faults.push(['no sentence', stdout.slice(0, 600)]);
  for (const { clause, verdict, error } of result?.clauses ?? [])
    if (verdict === 'error') faults.push([`error in ${clause}`, error?.stack ?? '']);
  return faults;
}

const resultIn = (out: string): RunResult | undefined => parsedJson(out) as RunResult | undefined;

/** Which hostile responses a deployment sends, how often, and how often it alters an honest one. */
type Hostility = { kinds: readonly string[]; share: number; twisted: number };

/** Draws a hostility: all the time or now and then, in two ways or in all. */
function drawHostility(chance: Stream): Hostility {
  const all = Object.keys(hostilities);
  return {
    kinds: chance.chance(0.5) ? all : [chance.pick(all), chance.pick(all)],
    share: chance.pick([0, 0.02, 0.1, 0.3, 1]),
    twisted: chance.pick([0, 0.05, 0.3, 1]),
  };
}

/** Proxies an honest deployment, and answers in its place or alters its responses. */
async function hostileDeployment(honest: string, { kinds, share, twisted }: Hostility, chance: Stream) {
  let requests = 0;
  let harmed = 0;
  const server = await startLocalServer(async (request, response) => {
    requests += 1;
    if (chance.chance(share)) {
      harmed += 1;
      request.resume();
      hostilities[chance.pick(kinds)]!(response, request.socket, request);
      return;
    }
    const isTwisted = chance.chance(twisted);
    if (isTwisted) harmed += 1;
    await pass(honest, request, response, isTwisted ? chance : undefined).catch(() => response.destroy());
  });
  return { ...server, requests: () => requests, harmed: () => harmed };
}

async function pass(
  honest: string,
  request: IncomingMessage,
  response: ServerResponse,
  twist: Stream | undefined,
): Promise<void> {
  const { method, url = '/' } = request;
  const headers = { ...request.headers, host: new URL(honest).host };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(new URL(url, honest), { method, headers }, resolve).on('error', reject);
    request.pipe(sent);
  });
  const body = await bodyOf(answer);
  const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers;
  response.writeHead(answer.statusCode ?? 500, kept).end(twist ? twistedBody(body, twist) : body);
}

function twistedBody(body: Buffer, chance: Stream): Buffer | string {
  try {
    return JSON.stringify(mutated(JSON.parse(body.toString()), chance)) ?? '';
  } catch {
    return body.subarray(0, chance.int(0, body.length));
  }
}
