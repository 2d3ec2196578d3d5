import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bodyOf, startLocalServer } from '../local-server.ts';
import { type Call, must } from './connection.ts';
import { moveClockUntil } from './deliveries-audit.ts';
import { deliveryFlags } from './flaky-receiver.ts';
import { type Problems, resilienceTest, timeLimit } from './resilience-test.ts';
import { newUser } from './writers/writer.ts';

export type ReceiversSize = { users: number; events: number; seconds: number };

const backoff = { first_seconds: 250, factor: 1, max_seconds: 250, jitter: 0 };
const points = { 'webhooks.delivery.timeout-ms': 200, 'webhooks.delivery.redirects': 'follow' };
/** In megabytes: too little to keep what a receiver sends without end. */
const MOST_HEAP = 128;
const MOST_MEMORY = 400;

/** Every kind of nasty receiver at once beside an honest one, which waits for none of them; then all turn honest. */
export const receiversTest = resilienceTest<ReceiversSize>('receivers', async (bed) => {
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
  if (sandbox.process.crashed()) problems.add('crash', sandbox.process.output().slice(-1000));
  problems.add('log', ...sandbox.log());
  return {
    'nasty receivers': kinds.length,
    events,
    deliveries: events * (kinds.length + 1),
    attempts: receiver.requests(),
    MB: megabytes,
  };
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
function judge(
  receiver: NastyReceiver,
  kinds: readonly string[],
  happened: Happened,
  problems: Problems,
): void {
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

function forEver(socket: Socket, text: string, everyMs?: number): void {
  const write = (): void => {
    if (socket.destroyed) return;
    const goesOn = socket.write(text);
    if (everyMs !== undefined) setTimeout(write, everyMs);
    else if (goesOn) setImmediate(write);
    else socket.once('drain', write);
  };
  write();
}

const fill = 'x'.repeat(16_384);
const chunk = `4000\r\n${fill}\r\n`;
const ok = (...headers: string[]): string =>
  `HTTP/1.1 200 OK\r\n${headers.map((one) => `${one}\r\n`).join('')}\r\n`;
const failed = 'HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n';

/** Receivers that drip, hang and lie. None of these says that a delivery has come. */
const nastyAnswers: Readonly<Record<string, NastyAnswer>> = {
  'says nothing': () => {},
  'closes at once': (socket) => void socket.destroy(),
  resets: (socket) => void socket.resetAndDestroy(),
  'half closes': (socket) => void socket.end(),
  'half a status line': (socket) => void socket.write('HTTP/1.1 2'),
  'drips a status line': (socket) => forEver(socket, 'H', 10),
  'drips headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    forEver(socket, 'X-A: b\r\n', 10);
  },
  'endless headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    forEver(socket, `X-A: ${fill}\r\n`);
  },
  'a header without an end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-A: ');
    forEver(socket, fill);
  },
  'endless 1xx': (socket) => forEver(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  'drips 1xx': (socket) => forEver(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 10),
  'another protocol': (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  'no HTTP': (socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  'a TLS alert': (socket) => void socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 40])),
  'two lengths': (socket) => void socket.end(ok('Content-Length: 1', 'Content-Length: 2').concat('xx')),
  'a length below zero': (socket) => void socket.end(ok('Content-Length: -1')),
  'a length beyond numbers': (socket) => void socket.end(ok(`Content-Length: ${'9'.repeat(400)}`)),
  'a chunk without a length': (socket) =>
    void socket.end('HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
  'an endless refusal': (socket) => {
    socket.write('HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\n');
    forEver(socket, chunk);
  },
  'a dripping refusal': (socket) => {
    socket.write('HTTP/1.1 503 Later\r\nContent-Length: 100000\r\n\r\n');
    forEver(socket, ' ', 10);
  },
  'less than its length': (socket) => void socket.end('HTTP/1.1 500 Oh\r\nContent-Length: 100\r\n\r\nshort'),
  'more than its length': (socket) =>
    void socket.write(`HTTP/1.1 500 Oh\r\nContent-Length: 1\r\n\r\n${fill}`),
  // The second one must not be taken for the answer to the next delivery.
  'two answers': (socket) => void socket.write(failed + ok('Content-Length: 0')),
  'an answer too many, later': (socket) => {
    socket.write(failed);
    setTimeout(() => socket.write(ok('Content-Length: 0')), 20);
  },
  'a redirect to itself': (socket, { url }) =>
    void socket.write(`HTTP/1.1 307 There\r\nLocation: ${url}\r\nContent-Length: 0\r\n\r\n`),
  'a redirect to the metadata of a cloud': (socket) =>
    void socket.write(
      'HTTP/1.1 307 There\r\nLocation: http://169.254.169.254/latest\r\nContent-Length: 0\r\n\r\n',
    ),
  'a redirect to a file': (socket) =>
    void socket.write('HTTP/1.1 308 There\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n'),
  'a redirect to nothing': (socket) =>
    void socket.write('HTTP/1.1 302 There\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n'),
  'a status of its own': (socket) =>
    void socket.write('HTTP/1.1 999 \u001b[31m\r\nContent-Length: 0\r\n\r\n'),
  'come back in a million years': (socket) =>
    void socket.write('HTTP/1.1 429 Later\r\nRetry-After: 31557600000000\r\nContent-Length: 0\r\n\r\n'),
};
