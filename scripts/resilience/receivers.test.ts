import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bodyOf, startLocalServer } from '../../spec/local-server.ts';
import { type Call, must } from './testing/connection.ts';
import { moveClockUntil } from './testing/deliveries-audit.ts';
import { faultTest, timeLimit } from './testing/fault-test.ts';
import { deliveryFlags } from './testing/flaky-receiver.ts';
import type { Problems } from './testing/problems.ts';
import { newUser } from './testing/writers/writer.ts';

const backoff = { first_seconds: 250, factor: 1, max_seconds: 250, jitter: 0 };
const points = { 'webhooks.delivery.timeout-ms': 200, 'webhooks.delivery.redirects': 'follow' };
/** In megabytes: too little to keep what a receiver sends without end. */
const MOST_HEAP = 128;
const MOST_MEMORY = 400;

/** Every kind of nasty receiver at once beside an honest one, which waits for none of them; then all turn honest. */
faultTest({
  name: 'receivers',
  title: 'receivers that drip, hang and lie hold up no honest one, and get everything once they are honest',
  short: { users: 2, events: 5, seconds: 20 },
  long: { users: 5, events: 30, seconds: 45 },
  least: { events: 4 },
  async run(bed) {
    const { size, chance, problems, progress } = bed;
    const receiver = bed.closing(await startNastyReceiver());
    const sandbox = await bed.startSandbox(deliveryFlags(bed.folder, backoff, points), {
      variables: { NODE_OPTIONS: `--max-old-space-size=${MOST_HEAP}` },
    });
    const { call } = sandbox;
    const hasTime = timeLimit(size.seconds);
    const happened = new Map<string, string[]>();
    const kinds = Object.keys(nastyAnswers);
    let events = 0;
    for (const name of [HONEST, ...kinds])
      await must(call, 'createWebhook', {
        body: { name, url: receiver.urlOf(name), events: ['user-payroll-submitted'] },
      });
    const ids: string[] = [];
    for (let n = 0; n < size.users; n += 1) ids.push(await newUser(call));
    for (; events < size.events && hasTime(); events += 1) {
      const user_id = chance.pick(ids);
      const body = { payroll_submissions: [{}] };
      const { entry_id } = await must(call, 'createEntry', { path: { user_id }, body });
      happened.set(user_id, [...(happened.get(user_id) ?? []), entry_id]);
      if (chance.chance(0.05)) await must(call, 'moveClock', { body: { by: 'PT5M' } });
    }
    progress(`${events} events, ${receiver.requests()} requests`);
    // The honest receiver gets everything while the others misbehave.
    const drain = (expected: readonly string[], most: number) =>
      moveClockUntil(call, () => missing(receiver, expected, happened) === 0, { by: 'PT5M', most });
    await drain([HONEST], 5);
    progress('the honest receiver has everything');
    judge(receiver, [HONEST], happened, problems);
    const megabytes = Math.round(((await sandbox.process.memory()) ?? 0) / (1 << 20));
    if (megabytes > MOST_MEMORY) problems.add('memory', `${megabytes} MB`);
    receiver.recover();
    await drain(kinds, 100);
    judge(receiver, kinds, happened, problems);
    progress('so have the others, once they were honest');
    await judgeStates(call, problems);
    problems.add('log', ...sandbox.log());
    return {
      'nasty receivers': kinds.length,
      events,
      deliveries: events * (kinds.length + 1),
      attempts: receiver.requests(),
      MB: megabytes,
    };
  },
});

type Happened = ReadonlyMap<string, readonly string[]>;

function missing(receiver: NastyReceiver, kinds: readonly string[], happened: Happened): number {
  const all = [...happened.values()].flat();
  return kinds.reduce(
    (sum, kind) => sum + all.filter((entry) => !receiver.arrivals.get(kind)?.has(entry)).length,
    0,
  );
}

/** Everything came, and the events of a user in their order. */
function judge(receiver: NastyReceiver, kinds: readonly string[], happened: Happened, problems: Problems) {
  for (const kind of kinds) {
    const came = [...(receiver.arrivals.get(kind) ?? [])];
    for (const [user, entries] of happened) {
      const own = came.filter((entry) => entries.includes(entry));
      if (own.length < entries.length)
        problems.add('lost', `${kind}, user ${user}: ${own.length} of ${entries.length}`);
      else if (own.join() !== entries.join()) problems.add('order', `${kind}, user ${user}`);
    }
  }
}

/** In the end the sandbox lists as delivered what all receivers have. */
async function judgeStates(call: Call, problems: Problems): Promise<void> {
  const unfinished = async () =>
    (await must(call, 'listDeliveries')).deliveries.filter(({ state }) => state !== 'delivered');
  await moveClockUntil(call, async () => (await unfinished()).length === 0, { by: 'PT5M' });
  for (const { attempts, ...delivery } of await unfinished())
    problems.add(
      'not delivered',
      JSON.stringify({ ...delivery, attempts: attempts.slice(-2) }).slice(0, 600),
    );
}

/** A server with a path for each nasty answer, and another one for `/honest`. */
type NastyReceiver = {
  urlOf(kind: string): string;
  /** By kind, the entries that were delivered, in the order in which each came first. */
  arrivals: ReadonlyMap<string, ReadonlySet<string>>;
  requests(): number;
  recover(): void;
  close(): Promise<void>;
};

const HONEST = 'honest';

async function startNastyReceiver(): Promise<NastyReceiver> {
  const kinds = [HONEST, ...Object.keys(nastyAnswers)];
  const arrivals = new Map(kinds.map((kind) => [kind, new Set<string>()]));
  let requests = 0;
  let isNasty = true;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    const kind = decodeURIComponent(request.url?.slice(1) ?? '');
    const body = await bodyOf(request).catch(() => undefined);
    if (!body) return;
    arrivals.get(kind)?.add(JSON.parse(body.toString()).entry_id);
    const answer = nastyAnswers[kind];
    if (isNasty && answer) answer(request.socket, request);
    else response.writeHead(204).end();
  };
  // The honest receiver has a server of its own: the sandbox shares connections among all that goes to one server.
  const honest = await startLocalServer(receive);
  const nasty = await startLocalServer(receive);
  return {
    urlOf: (kind) => `${kind === HONEST ? honest.url : nasty.url}/${encodeURIComponent(kind)}`,
    arrivals,
    requests: () => requests,
    recover() {
      isNasty = false;
      honest.cut();
      nasty.cut();
    },
    async close() {
      await Promise.all([honest.close(), nasty.close()]);
    },
  };
}

type NastyAnswer = (socket: Socket, request: IncomingMessage) => void;

const writes =
  (text: string): NastyAnswer =>
  (socket) =>
    void socket.write(text);
const ends =
  (content: string | Buffer = ''): NastyAnswer =>
  (socket) =>
    void socket.end(content);

/** Writes a beginning, and then the same text without end: so often, or as fast as it is read. */
const goesOn =
  (beginning: string, text: string, everyMs?: number): NastyAnswer =>
  (socket) => {
    const write = (): void => {
      if (socket.destroyed) return;
      const isRead = socket.write(text);
      if (everyMs !== undefined) setTimeout(write, everyMs);
      else if (isRead) setImmediate(write);
      else socket.once('drain', write);
    };
    socket.write(beginning);
    write();
  };

const fill = 'x'.repeat(16_384);
const answer = (status: string, ...headers: string[]): string =>
  `HTTP/1.1 ${status}\r\n${headers.map((one) => `${one}\r\n`).join('')}\r\n`;
const ok = (...headers: string[]): string => answer('200 OK', ...headers);
const failed = answer('500 Oh', 'Content-Length: 0');
const redirects = (status: string, to: string): NastyAnswer =>
  writes(answer(`${status} There`, `Location: ${to}`, 'Content-Length: 0'));

/** Receivers that drip, hang and lie. None of these says that a delivery has come. */
const nastyAnswers: Readonly<Record<string, NastyAnswer>> = {
  'says nothing': () => {},
  'closes at once': (socket) => void socket.destroy(),
  resets: (socket) => void socket.resetAndDestroy(),
  'half closes': ends(),
  'half a status line': writes('HTTP/1.1 2'),
  'drips a status line': goesOn('', 'H', 10),
  'drips headers': goesOn('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n', 10),
  'endless headers': goesOn('HTTP/1.1 200 OK\r\n', `X-A: ${fill}\r\n`),
  'a header without an end': goesOn('HTTP/1.1 200 OK\r\nX-A: ', fill),
  'endless 1xx': goesOn('', answer('103 Early Hints')),
  'drips 1xx': goesOn('', answer('102 Processing'), 10),
  'another protocol': writes(answer('101 Switching Protocols', 'Connection: upgrade', 'Upgrade: x')),
  'no HTTP': ends('SSH-2.0-OpenSSH_9.9\r\n'),
  'a TLS alert': ends(Buffer.from([21, 3, 1, 0, 2, 2, 40])),
  'two lengths': ends(`${ok('Content-Length: 1', 'Content-Length: 2')}xx`),
  'a length below zero': ends(ok('Content-Length: -1')),
  'a length beyond numbers': ends(ok(`Content-Length: ${'9'.repeat(400)}`)),
  'a chunk without a length': ends(`${answer('500 Oh', 'Transfer-Encoding: chunked')}zz\r\n`),
  'an endless refusal': goesOn(answer('500 Oh', 'Transfer-Encoding: chunked'), `4000\r\n${fill}\r\n`),
  'a dripping refusal': goesOn(answer('503 Later', 'Content-Length: 100000'), ' ', 10),
  'less than its length': ends(`${answer('500 Oh', 'Content-Length: 100')}short`),
  'more than its length': writes(answer('500 Oh', 'Content-Length: 1') + fill),
  // The second one must not be taken for the answer to the next delivery.
  'two answers': writes(failed + ok('Content-Length: 0')),
  'an answer too many, later': (socket) => {
    socket.write(failed);
    setTimeout(() => socket.write(ok('Content-Length: 0')), 20);
  },
  'a redirect to itself': (socket, request) => redirects('307', request.url ?? '')(socket, request),
  'a redirect to the metadata of a cloud': redirects('307', 'http://169.254.169.254/latest'),
  'a redirect to a file': redirects('308', 'file:///etc/passwd'),
  'a redirect to nothing': redirects('302', 'http://['),
  'a status of its own': writes(answer('999 \u001b[31m', 'Content-Length: 0')),
  'come back in a million years': writes(
    answer('429 Later', 'Retry-After: 31557600000000', 'Content-Length: 0'),
  ),
};
