import { isDeepStrictEqual } from 'node:util';
import { type Stream, stream } from '../../generators/random.ts';
import type { Snapshot } from '../../spec/types.ts';
import { type Asked, ask, type Call, must, retryingStale, Unanswered } from './testing/connection.ts';
import { faultTest } from './testing/fault-test.ts';
import { wrongWith } from './testing/fuzz/judge.ts';
import { exchange, nextGarbage } from './testing/fuzz/raw-garbage.ts';
import { arrangeFixture, type Fixture, Requests } from './testing/fuzz/requests.ts';
import type { Problems } from './testing/problems.ts';
import type { RestartableSandbox } from './testing/restartable-sandbox.ts';

type FuzzSize = {
  requests: number;
  raw: number;
  /** Refusals after which the whole state is compared. */
  witnessed: number;
};

const connections = 16;
/** After so many requests the world is reset, lest there be nothing but garbage in it. */
const ROUND = 2000;
const patience = 60_000;

/** Sends garbage of every kind to a strict sandbox: it must refuse it in its one error shape, and live on. */
faultTest<FuzzSize>({
  name: 'fuzz',
  title: 'garbage of every kind is refused in the one error shape, changes nothing and breaks nothing',
  short: { requests: 500, raw: 70, witnessed: 14 },
  long: { requests: 30_000, raw: 3000, witnessed: 500 },
  least: { '2xx answers': 101, 'refusals that left all as it was': 4 },
  async run(bed) {
    const { seed, size, problems, progress } = bed;
    const sandbox = await bed.startSandbox(['--users', '8', '--strict'], { connections });
    const fuzz = new Fuzz(seed, sandbox, problems);
    for (let sent = 0; sent < size.requests && !sandbox.process.crashed(); sent += ROUND) {
      const chance = stream(seed, 'round', sent);
      await fuzz.renew();
      const share = Math.min(ROUND, size.requests - sent);
      const raw = Math.ceil((size.raw * share) / size.requests);
      await fuzz.send(share, raw, chance);
      await fuzz.witness(Math.ceil((size.witnessed * share) / size.requests), chance.fork('witness'));
      await fuzz.reload();
      progress(`${fuzz.requests} requests and ${fuzz.raw} raw exchanges, ${problems.count} problems`);
    }
    await fuzz.lookBack();
    return {
      requests: fuzz.requests,
      'raw exchanges': fuzz.raw,
      ...fuzz.statuses,
      'refusals that left all as it was': fuzz.witnessed,
    };
  },
});

class Fuzz {
  requests = 0;
  raw = 0;
  witnessed = 0;
  readonly statuses = { '2xx answers': 0, '4xx answers': 0 };
  readonly #problems: Problems;
  readonly #requests: Requests;
  readonly #sandbox: RestartableSandbox;
  readonly #call: Call;
  readonly #seed: number;
  #fixture: Fixture = { ids: {}, userTokens: [], memberToken: '', uploads: [] };

  constructor(seed: number, sandbox: RestartableSandbox, problems: Problems) {
    this.#seed = seed;
    this.#requests = new Requests(seed, 12);
    this.#sandbox = sandbox;
    // A machine that stalls for seconds lets idle connections expire; a crash is noticed elsewhere.
    this.#call = retryingStale(sandbox.call);
    this.#problems = problems;
  }

  async renew(): Promise<void> {
    for (const key of ['sandbox-key', 'sandbox-key-2'])
      await must(this.#call, 'resetClient', { headers: { 'x-api-key': key } });
    this.#fixture = await arrangeFixture(this.#call);
  }

  async send(requests: number, raw: number, chance: Stream): Promise<void> {
    const jobs: (() => Promise<unknown>)[] = [];
    for (let n = 0; n < requests; n += 1) {
      const asked = this.#requests.next(chance, this.#fixture);
      jobs.push(() => this.#sendOne(asked, asked.operation));
      if (n % Math.ceil(requests / raw) === 0) jobs.push(() => this.#sendRaw(chance.fork(n)));
    }
    const worker = async () => {
      for (let job = jobs.pop(); job && !this.#sandbox.process.crashed(); job = jobs.pop()) await job();
    };
    await Promise.all(Array.from({ length: connections }, worker));
  }

  async #sendOne(asked: Asked, operation: string): Promise<number | undefined> {
    this.requests += 1;
    try {
      const answer = await this.#call(asked);
      this.#count(answer.status);
      const wrong = wrongWith(asked.method, answer);
      if (wrong !== undefined) this.#report(`${operation} ${answer.status}`, `${shown(asked)} ${wrong}`);
      return answer.status;
    } catch (error) {
      const kind = error instanceof Unanswered ? 'unanswered' : 'the fuzz itself';
      this.#report(kind, `${operation}: ${shown(asked)} ${error}`);
      return undefined;
    }
  }

  async #sendRaw(chance: Stream): Promise<void> {
    this.raw += 1;
    const { name, bytes, answered } = nextGarbage(chance, this.#fixture);
    const { answers, timedOut } = await exchange(this.#sandbox.process.url, bytes, { answered, patience });
    const story = JSON.stringify(bytes.subarray(0, 300).toString('latin1'));
    if (timedOut || (answered && answers.length === 0)) this.#report(`${name}: no answer`, story);
    const method = /^(\w+) /.exec(bytes.subarray(0, 20).toString('latin1'))?.[1] ?? '';
    for (const answer of answers) {
      this.#count(answer.status);
      const wrong = wrongWith(method, answer);
      if (wrong !== undefined) this.#report(`${name}: ${answer.status}`, `${story} ${wrong}`);
    }
  }

  /** Sends garbage one by one, and compares the state around each refusal: it must have changed nothing. */
  async witness(times: number, chance: Stream): Promise<void> {
    let before = await this.#everything();
    for (let n = 0; n < times && !this.#sandbox.process.crashed(); n += 1) {
      const asked = this.#requests.next(chance, this.#fixture);
      // A wrong MFA answer is refused and counts all the same.
      if (asked.operation === 'submitMfa') continue;
      const status = await this.#sendOne(asked, asked.operation);
      const after = await this.#everything();
      if (status !== undefined && status >= 400) {
        this.witnessed += 1;
        if (!isDeepStrictEqual(before, after)) this.#report('a refusal changed something', shown(asked));
      }
      before = after;
    }
  }

  #everything(): Promise<string[]> {
    const { user_id: users = [], term_id: terms = [] } = this.#fixture.ids;
    const requests = [
      ask('getConfiguration'),
      ask('listWebhooks'),
      ask('listUsers', { query: { limit: 100 } }),
      ...users.map((user_id) => ask('inspectUser', { path: { user_id } })),
      ...terms.map((term_id) => ask('getAuthorisationTerm', { path: { term_id } })),
    ];
    return Promise.all(requests.map(async (asked) => (await this.#call(asked)).text));
  }

  /** Whatever requests have stored, the snapshot of it can be loaded. */
  async reload(): Promise<void> {
    for (const key of ['sandbox-key', 'sandbox-key-2']) {
      const headers = { 'x-api-key': key };
      const { status, text, body } = await this.#call(ask('takeSnapshot', { headers }));
      if (status !== 200) return this.#report('takeSnapshot', text);
      const loaded = await this.#call(ask('loadSnapshot', { headers, body: body as Snapshot }));
      if (loaded.status !== 200) this.#report('loadSnapshot', loaded.text);
    }
  }

  /** The journal can still be read, and no error was logged. */
  async lookBack(): Promise<void> {
    if (!this.#sandbox.process.crashed()) {
      await this.#sendOne(ask('listRequests', { query: { limit: 1000 } }), 'listRequests');
      await this.#sendOne(ask('getHealth'), 'getHealth');
    }
    for (const line of this.#sandbox.log())
      this.#report(`log ${/"message":"([^"]*)/.exec(line)?.[1]}`, line.slice(0, 1500));
  }

  #count(status: number): void {
    if (status < 300) this.statuses['2xx answers'] += 1;
    else if (status < 500) this.statuses['4xx answers'] += 1;
  }

  #report(kind: string, story: string): void {
    this.#problems.add(kind, `${story} (seed ${this.#seed})`);
  }
}

function shown({ method, path, headers, body }: Asked): string {
  const rest = headers && JSON.stringify(headers).slice(0, 300);
  return `${method} ${path.slice(0, 300)} ${rest} ${String(body ?? '').slice(0, 500)}`;
}
