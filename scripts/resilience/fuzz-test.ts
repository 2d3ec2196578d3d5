import { isDeepStrictEqual } from 'node:util';
import { type Stream, stream } from '../../generators/random.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { type Asked, type Call, Connections, must, Unanswered } from './connection.ts';
import { arrangeFixture, type Fixture } from './fuzz/fixture.ts';
import { wrongWith } from './fuzz/judge.ts';
import { nextGarbage } from './fuzz/raw-garbage.ts';
import { exchange } from './fuzz/raw-socket.ts';
import { Requests } from './fuzz/requests.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { type SandboxProcess, startProcess } from './sandbox-process.ts';

export type FuzzSize = {
  requests: number;
  raw: number /** Refusals after which all is looked at again. */;
  witnessed: number;
};

const connectionsAtOnce = 16;
/** After so many requests the world is made anew, lest there be nothing but garbage in it. */
const round = 2000;
const patience = 60_000;

/** Sends garbage of every kind to a strict sandbox: it must refuse it in its one error shape, and live on. */
export async function fuzzTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<FuzzSize>): Promise<ResilienceOutcome> {
  const folder = await temporaryFolder();
  const flags = ['--users', '8', '--strict', '--log-level', 'error', '--data', folder.path];
  const sandbox = await startProcess(flags);
  const connections = new Connections(sandbox.url, { most: connectionsAtOnce, patience });
  const fuzz = new Fuzz(seed, sandbox, connections.call);
  try {
    for (let sent = 0; sent < size.requests && !sandbox.crashed(); sent += round) {
      const chance = stream(seed, 'round', sent);
      await fuzz.renew();
      const share = Math.min(round, size.requests - sent);
      const raw = Math.ceil((size.raw * share) / size.requests);
      await fuzz.send(share, raw, chance);
      await fuzz.witness(Math.ceil((size.witnessed * share) / size.requests), chance.fork('witness'));
      progress(`${fuzz.requests} requests and ${fuzz.raw} raw exchanges, ${fuzz.problems.count} problems`);
    }
    await fuzz.lookBack();
  } finally {
    connections.close();
    await sandbox.kill();
    await folder.remove();
  }
  return {
    figures: {
      requests: fuzz.requests,
      'raw exchanges': fuzz.raw,
      ...fuzz.statuses(),
      'refusals that left all as it was': fuzz.witnessed,
    },
    problems: fuzz.problems.list(),
  };
}

class Fuzz {
  requests = 0;
  raw = 0;
  witnessed = 0;
  readonly problems = new Problems();
  readonly #requests: Requests;
  readonly #sandbox: SandboxProcess;
  readonly #call: Call;
  readonly #counts = { '2xx answers': 0, '4xx answers': 0 };
  readonly #seed: number;
  #fixture: Fixture = { ids: {}, userTokens: [], memberToken: '', uploads: [] };

  constructor(seed: number, sandbox: SandboxProcess, call: Call) {
    this.#seed = seed;
    this.#requests = new Requests(seed, 12);
    this.#sandbox = sandbox;
    this.#call = call;
  }

  statuses(): Record<string, number> {
    return this.#counts;
  }

  async renew(): Promise<void> {
    for (const key of ['sandbox-key', 'sandbox-key-2'])
      await must(this.#call, { method: 'POST', path: '/_sandbox/reset', headers: { 'x-api-key': key } });
    this.#fixture = await arrangeFixture(this.#call);
  }

  async send(requests: number, raw: number, chance: Stream): Promise<void> {
    const jobs: (() => Promise<unknown>)[] = [];
    for (let n = 0; n < requests; n += 1) {
      const asked = this.#requests.next(chance, this.#fixture);
      jobs.push(() => this.#one(asked, asked.operation));
      if (n % Math.ceil(requests / raw) === 0) jobs.push(() => this.#rawOne(chance.fork(n)));
    }
    const worker = async () => {
      for (let job = jobs.pop(); job && !this.#sandbox.crashed(); job = jobs.pop()) await job();
    };
    await Promise.all(Array.from({ length: connectionsAtOnce }, worker));
  }

  async #one(asked: Asked, operation: string): Promise<number | undefined> {
    this.requests += 1;
    try {
      const answer = await this.#call(asked).catch((error) => {
        // A machine that stalls for seconds lets idle connections run out; what crashes is noticed elsewhere.
        if (error instanceof Unanswered && error.stale) return this.#call(asked);
        throw error;
      });
      this.#count(answer.status);
      const wrong = wrongWith(asked.method, answer);
      if (wrong !== undefined) this.#tell(`${operation} ${answer.status}`, `${shown(asked)} ${wrong}`);
      return answer.status;
    } catch (error) {
      const isOurs = !(error instanceof Unanswered);
      this.#tell(isOurs ? 'the fuzz itself' : 'unanswered', `${operation}: ${shown(asked)} ${error}`);
      return undefined;
    }
  }

  async #rawOne(chance: Stream): Promise<void> {
    this.raw += 1;
    const { name, bytes, answered } = nextGarbage(chance, this.#fixture);
    const { answers, timedOut } = await exchange(this.#sandbox.url, bytes, { answered, patience });
    const story = `${JSON.stringify(bytes.subarray(0, 300).toString('latin1'))}`;
    if (timedOut || (answered && answers.length === 0)) this.#tell(`${name}: no answer`, story);
    const method = /^(\w+) /.exec(bytes.subarray(0, 20).toString('latin1'))?.[1] ?? '';
    for (const answer of answers) {
      this.#count(answer.status);
      const wrong = wrongWith(method, answer);
      if (wrong !== undefined) this.#tell(`${name}: ${answer.status}`, `${story} ${wrong}`);
    }
  }

  /** Sends garbage one by one, and compares everything around each refusal: it must have changed nothing. */
  async witness(times: number, chance: Stream): Promise<void> {
    let before = await this.#everything();
    for (let n = 0; n < times && !this.#sandbox.crashed(); n += 1) {
      const asked = this.#requests.next(chance, this.#fixture);
      // A wrong MFA answer is refused and counts all the same.
      if (asked.operation === 'submitMfa') continue;
      const status = await this.#one(asked, asked.operation);
      const after = await this.#everything();
      if (status !== undefined && status >= 400) {
        this.witnessed += 1;
        if (!isDeepStrictEqual(before, after)) this.#tell('a refusal changed something', shown(asked));
      }
      before = after;
    }
  }

  async #everything(): Promise<unknown> {
    const get = async (path: string) => (await this.#call({ method: 'GET', path })).text;
    const ids = this.#fixture.ids;
    return Promise.all([
      get('/configuration'),
      get('/webhooks'),
      get('/users?limit=100'),
      ...(ids['user_id'] ?? []).map((id) => get(`/_sandbox/users/${id}`)),
      ...(ids['term_id'] ?? []).map((id) => get(`/authorisations/terms/${id}`)),
    ]);
  }

  /** The journal can still be read, the process is the one that was started, and it has logged no error. */
  async lookBack(): Promise<void> {
    if (this.#sandbox.crashed()) this.problems.add('crash', this.#sandbox.output().slice(-2000));
    else {
      await this.#one({ method: 'GET', path: '/_sandbox/requests?limit=1000' }, 'listRequests');
      await this.#one({ method: 'GET', path: '/_sandbox/health' }, 'getHealth');
    }
    for (const line of this.#sandbox.output().split('\n').slice(1))
      if (line !== '') this.#tell(`log ${/"message":"([^"]*)/.exec(line)?.[1]}`, line.slice(0, 1500));
  }

  #count(status: number): void {
    if (status < 300) this.#counts['2xx answers'] += 1;
    else if (status < 500) this.#counts['4xx answers'] += 1;
  }

  #tell(kind: string, story: string): void {
    this.problems.add(kind, `${story} (seed ${this.#seed})`);
  }
}

function shown({ method, path, headers, body }: Asked): string {
  const rest = headers && JSON.stringify(headers).slice(0, 300);
  return `${method} ${path.slice(0, 300)} ${rest} ${String(body ?? '').slice(0, 500)}`;
}
