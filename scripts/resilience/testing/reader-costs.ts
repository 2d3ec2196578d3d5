import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { readExamFile } from '../../../conformance/client-exam/exam-file.ts';
import { memberLaws } from '../../../conformance/predicates/members.ts';
import type { ServiceResponse } from '../../../conformance/target/exchange.ts';
import { faultsOf } from '../../../conformance/target/faults.ts';
import { printable } from '../../../conformance/target/printable.ts';
import { Redactor } from '../../../conformance/target/redactor.ts';
import { guessBase, judgeHar, readHar } from '../../../conformance/watch/har.ts';
import { Intake } from '../../../conformance/watch/intake.ts';
import { readRecording } from '../../../conformance/watch/recording.ts';
import { Watch } from '../../../conformance/watch/watch.ts';
import { checkScenario, readScenario } from '../../../generators/scenarios/read-scenario.ts';
import { interpret } from '../../../generators/statements/extract.ts';
import { loadSnapshot } from '../../../simulator/client/snapshot.ts';
import { bodyProblems, readBody } from '../../../simulator/http/read-request.ts';
import { connectionTo } from '../../../simulator/mcp/connection.ts';
import { mcpServer } from '../../../simulator/mcp/server.ts';
import { redactBody } from '../../../simulator/tenant/journal.ts';
import { matchesClause } from '../../../spec/clause-patterns.ts';
import { loadContract } from '../../../spec/contract.ts';
import { nearestTo } from '../../../spec/did-you-mean.ts';
import { lazy } from '../../../spec/lazy.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { completeProfile, defaultProfile } from '../../../spec/profile.ts';
import { redactQuery, redactUrls } from '../../../spec/redact-urls.ts';
import { open, seal } from '../../../spec/webhooks/index.ts';
import { redactText } from '../../sandbox/sandbox-log.ts';

/** A reader of foreign input with the inputs that cost it most, each made in the size `n`. */
export type ReaderCase = { reader: string; shape: string; n: number; given: (n: number) => () => unknown };

/** What made readers of texts slow: beginnings without an end, and very many of what they look for. */
const texts = (n: number): string[] => [
  `://${'a'.repeat(n)}`,
  'a://b@'.repeat(n / 6),
  `://${'a:'.repeat(n / 2)}`,
  `://a?${'token&'.repeat(n / 6)}`,
  `${'eyJaaaaa-'.repeat(n / 9)}://`,
  `password${' '.repeat(n)}`,
  '\ud800'.repeat(n / 10),
];
const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  'URLs in a text': redactUrls,
  'a query': redactQuery,
  'a line of the log': (text) => redactText(text, ['s3cret']),
  'a body for the journal': (text) => redactBody({ [text]: text }),
  "a deployment's text": (text) => new Redactor().text(text),
  'a text for a terminal': printable,
};

const repeated = <T>(n: number, one: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, at) => one(at));
const keyed = (n: number, value: unknown) => Object.fromEntries(repeated(n, (at) => [`wrong-${at}`, value]));
const nested = (n: number): unknown => JSON.parse('['.repeat(n) + ']'.repeat(n));

const scenarios: Readonly<Record<string, (n: number) => unknown>> = {
  'many unknown fields': (n) => ({ key: 'a', ...keyed(n, 1) }),
  'many wrong jobs': (n) => ({ key: 'a', jobs: repeated(n, () => ({ salary: 'x', pay_day: 1 })) }),
  'many wrong events': (n) => ({
    key: 'a',
    jobs: [{ events: repeated(n, () => ({ kind: 'x', on: [{}] })) }],
  }),
  'jobs of one key': (n) => ({ key: 'a', jobs: repeated(n, () => ({})) }),
  'accounts without a job': (n) => ({
    key: 'a',
    start: { accounts: repeated(n, (at) => ({ job: `j${at}` })) },
  }),
  'a long key': (n) => ({ ['k'.repeat(n * 100)]: 1 }),
  'deep nesting': (n) => ({ key: nested(n * 10) }),
};
const yaml: Readonly<Record<string, (n: number) => string>> = {
  quotes: (n) => '"'.repeat(n),
  'flow lists without an end': (n) => '['.repeat(n),
  'nested flow lists': (n) => '['.repeat(n) + ']'.repeat(n),
  'block lists in a line': (n) => '- '.repeat(n),
  'keys without values': (n) => '? '.repeat(n),
  'one key, many times': (n) => 'a: 1\n'.repeat(n / 5),
  'different keys': (n) => repeated(n / 8, (at) => `k${at}: 1\n`).join(''),
  aliases: (n) => `a: &a [1]\nb: [${'*a,'.repeat(n / 3)}]`,
  anchors: (n) => `a: [${repeated(n / 8, (at) => `&a${at} 1,`).join('')}]`,
  tabs: (n) => '\t\n'.repeat(n / 2),
  comments: (n) => '#\n'.repeat(n / 2),
  'a folded text': (n) => `a: >\n${' b\n'.repeat(n / 3)}`,
};
const profiles: Readonly<Record<string, (n: number) => unknown>> = {
  'unknown points': (n) => ({ points: keyed(n, 1) }),
  'unknown points of an area': (n) => ({
    points: Object.fromEntries(repeated(n, (at) => [`users.${at}`, 1])),
  }),
  'a long name': (n) => ({ naming: { vendor: 'a'.repeat(n * 50).concat('!') } }),
  'a list of wrong values': (n) => ({ points: { 'members.roles': repeated(n, () => 1) } }),
};

const service = loadContract(completeProfile());
const { points } = defaultProfile();
const bodies: Readonly<Record<string, [operation: string, make: (n: number) => unknown]>> = {
  'wrong post codes': ['updateUser', (n) => ({ post_codes: repeated(n, () => 1) })],
  'unknown fields': ['updateUser', (n) => keyed(n, 1)],
  'wrong events': ['createWebhook', (n) => ({ events: repeated(n, () => ({})) })],
  'a long instant': [
    'updateUser',
    (n) => ({ authorisation_ends: `2026-01-01T00:00:00.${'0'.repeat(n * 20)}` }),
  ],
  'a long address': [
    'createWebhook',
    (n) => ({ name: 'a', events: [], url: `http://${'a.'.repeat(n * 10)}` }),
  ],
  'a long e-mail address': ['inviteMember', (n) => ({ email: 'a@'.repeat(n * 10), role: 'x' })],
};

const words = Object.keys(defaultProfile().points);
const secret = 'a-secret';
const run = (left: number, baseline: number, text: string) => ({
  text,
  left,
  right: left + 9,
  baseline,
  size: 9,
});
const pages: Readonly<Record<string, (n: number) => Parameters<typeof interpret>[0]>> = {
  'labels without values': (n) => [
    { height: 9, runs: repeated(n, (at) => run(0, at * 99, 'Opening balance')) },
  ],
  'labels in one line': (n) => [{ height: 9, runs: repeated(n, (at) => run(at * 99, 0, 'IBAN:')) }],
  'rows of amounts': (n) => [
    { height: 9, runs: repeated(n, (at) => run(0, at * 20, '01/02/2026 x 1.00 2.00')) },
  ],
  'runs that join': (n) => [{ height: 9, runs: repeated(n, (at) => run(at * 9, 0, '1')) }],
  'one long text': (n) => [{ height: 9, runs: [run(0, 0, 'IBAN 12 '.repeat(n))] }],
};

const snapshots: Readonly<Record<string, (n: number) => object>> = {
  'many wrong users': (n) => ({
    aggregates: repeated(n, (at) => ({ id: `u-${at}`, sortKey: 'a', document: {} })),
  }),
  'a user of many parts': (n) => ({ aggregates: [{ id: 'u', sortKey: 'a', document: keyed(n, {}) }] }),
  'work of nobody': (n) => ({ work: repeated(n, (at) => ({ id: `w-${at}`, owner: 'nobody' })) }),
};

/** Reads a snapshot with the right checksum into a client that keeps nothing. */
function readSnapshot(given: object): Promise<void> {
  const contents = { aggregates: [], work: [], files: [], ...given };
  const checksum = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  const client = { clientStore: { exclusively: async () => {} }, worker: { wake() {} } };
  const snapshot = { version: 2, now: '2026-01-01T00:00:00.000Z', frozen: true, checksum, contents };
  return loadSnapshot(...([client, snapshot, Date.now] as unknown as Parameters<typeof loadSnapshot>));
}

const answers: Readonly<Record<string, (n: number) => unknown>> = {
  'wrong users': (n) => ({ users: repeated(n, () => ({ user_id: 1, post_codes: 1 })) }),
  'users with unknown fields': (n) => ({ users: repeated(n, (at) => ({ [`x-${at}`]: 1 })) }),
};

const exchange = (url: string, text: string, time = 1) => ({
  ...{ startedDateTime: '2026-01-01T00:00:00.000Z', time, request: { method: 'GET', url, headers: [] } },
  response: { status: 200, headers: [], content: { text } },
});
const hars: Readonly<Record<string, (n: number) => unknown>> = {
  'reads at one time': (n) =>
    repeated(n, (at) => exchange(`http://a.test/users?offset=${at}`, '{"users":[]}', at)),
  'users of many pages': (n) =>
    repeated(n, (at) => exchange('http://a.test/users', JSON.stringify({ users: [{ user_id: `${at}` }] }))),
  'a path of many parts': (n) => [exchange(`http://a.test${'/users'.repeat(n)}`, '')],
  'a long answer': (n) => [exchange('http://a.test/users', JSON.stringify(answers['wrong users']?.(n)))],
};

function readExchanges(entries: unknown): void {
  const watch = new Watch();
  const read = readHar(JSON.stringify({ log: { entries } }), 'a.har');
  judgeHar(read, guessBase(read, watch) ?? 'http://a.test', new Intake(watch));
}

const recordings: Readonly<Record<string, (n: number) => string>> = {
  'many lines': (n) => '{"begin":[1,"GET","/users"]}\n'.repeat(n),
  'one long line': (n) => JSON.stringify(keyed(n, 'a://b@')),
  'deep nesting': (n) => '['.repeat(n * 10),
};

async function readLines(text: string): Promise<void> {
  const begun = '{"kind":"payrig-recording","version":1}\n';
  for await (const _ of readRecording(['a.jsonl'], () => Readable.from([begun, text])));
}

const toolCall = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
const messages: Readonly<Record<string, (n: number) => unknown>> = {
  'a long name': (n) => toolCall({ name: 'a'.repeat(n * 10), arguments: {} }),
  'many arguments': (n) => toolCall({ name: 'list_people', arguments: keyed(n, 1) }),
  'deep arguments': (n) => toolCall({ name: 'list_people', arguments: { a: nested(n * 10) } }),
  'very many messages': (n) => repeated(n, () => toolCall({ name: 'list_people' })),
};
const forAgents = lazy(() => {
  const connection = connectionTo({ url: 'http://127.0.0.1:9', apiKey: 'a' });
  return createMcpHandler(() => mcpServer(connection));
});

async function readMessage(message: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const init = { method: 'POST', headers, body: JSON.stringify(message) };
  await (await forAgents().fetch(new Request('http://127.0.0.1:9/mcp', init))).text();
}

function cases<T>(
  reader: string,
  shapes: Readonly<Record<string, (n: number) => T>>,
  read: (input: T) => unknown,
  n: number,
): ReaderCase[] {
  return Object.entries(shapes).map(([shape, make]) => ({
    reader,
    shape,
    n,
    given(size) {
      const input = make(size);
      return () => read(input);
    },
  }));
}

function readPacked(body: Buffer): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'content-encoding': 'gzip',
  };
  const request = Object.assign(Readable.from([body]), { headers, method: 'PUT', url: '/' });
  const [asRequest, asResponse] = [request, {}] as unknown as Parameters<typeof readBody>;
  return readBody(asRequest, asResponse, points, 'loadSnapshot');
}

/** Every reader of what others send, with the nastiest shapes that are known. */
export const readerCases: readonly ReaderCase[] = [
  ...Object.entries(textReaders).flatMap(([reader, read]) =>
    cases(reader, { 'beginnings without an end': texts }, (all) => all.forEach(read), 8000),
  ),
  ...cases(
    'a pattern of clauses',
    { stars: (n) => '*'.repeat(n), 'stars between letters': (n) => 'a*'.repeat(n / 2) },
    (pattern) => matchesClause(`${pattern}Z`, 'a'.repeat(200)),
    8000,
  ),
  ...cases('a scenario as JSON', scenarios, checkScenario, 50),
  ...cases('a scenario as YAML', yaml, (text) => readScenario(text), 500),
  ...cases('a profile', profiles, completeProfile, 100),
  ...Object.entries(bodies).flatMap(([shape, [operation, make]]) =>
    cases(
      'a body',
      { [shape]: make },
      (body) => bodyProblems(service, service.operations.get(operation as OperationId)!, body, 'sandbox'),
      500,
    ),
  ),
  ...cases(
    'a compressed body',
    {
      'empty objects': (n) => gzipSync(`[${'{},'.repeat(n)}{}]`),
      'no end of lists': (n) => gzipSync('['.repeat(n)),
    },
    readPacked,
    20_000,
  ),
  ...cases('a suggestion', { 'a long word': (n) => 'a'.repeat(n) }, (word) => nearestTo(word, words), 50_000),
  ...cases(
    'a delivery',
    { 'a long text': (n) => '[{"a":1},'.repeat(n), 'deep nesting': (n) => '['.repeat(n) + ']'.repeat(n) },
    (body) =>
      open({ rawBody: body, secret, unencrypted: true, ...seal({ body, secret }) } as Parameters<
        typeof open
      >[0]),
    20_000,
  ),
  ...cases('the text of a PDF', pages, interpret, 150),
  ...cases('a snapshot', snapshots, readSnapshot, 500),
  ...cases("a deployment's answer", answers, (body) => faultsOf(service, 'listUsers', 200, body), 500),
  ...cases(
    "a deployment's member",
    { 'no end of @': (n) => '@'.repeat(n), spaces: (n) => `a@${' '.repeat(n)}b` },
    (email) => {
      try {
        memberLaws['members.sign-in.member']({ body: { member: { id: 'a', email } } } as ServiceResponse);
      } catch {}
    },
    20_000,
  ),
  ...cases('a HAR', hars, readExchanges, 200),
  ...cases('a recording', recordings, readLines, 2000),
  ...cases("a file of the client's exam", yaml, (text) => readExamFile(text, 'a.yaml'), 500),
  ...cases('a message to the MCP server', messages, readMessage, 500),
];

/** Twice the input may cost at most this many times as much; the square would cost four times. */
export const MOST_GROWTH = 3;

/** The processor time of this thread, in milliseconds: that of other programs does not count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Many ticks of the clock by which a system may count processor time, 4 ms each. */
const ENOUGH_MS = 24;
/** Below this many milliseconds the cost is not the input's. */
const LEAST_MS = 0.1;

async function costOf(read: () => unknown): Promise<number> {
  let started = processorMs();
  for (let runs = 0; ; runs++) {
    try {
      await read();
    } catch {
      // A refusal costs time too, and is what most of these inputs get.
    }
    const now = processorMs();
    // The first reading loads and compiles.
    if (runs === 0) started = now;
    else if (now - started >= ENOUGH_MS) return (now - started) / runs;
  }
}

/** The costs of n and 8n in milliseconds: the least of several measurements while the growth is too great. */
export async function costsOf({ n, given }: ReaderCase): Promise<[number, number]> {
  const [small, large] = [given(n), given(8 * n)];
  const least: [number, number] = [await costOf(small), await costOf(large)];
  for (let again = 0; again < 4 && growth(least) >= MOST_GROWTH; again++) {
    least[0] = Math.min(least[0], await costOf(small));
    least[1] = Math.min(least[1], await costOf(large));
  }
  return least;
}

/** By how much each of the three doublings from n to 8n multiplies the cost: 2 is linear, 4 the square. */
export const growth = ([small, large]: readonly [number, number]): number =>
  Math.cbrt(Math.max(large, LEAST_MS) / Math.max(small, LEAST_MS));
