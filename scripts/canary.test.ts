import { globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newKeys } from '../conformance/attest/envelope.ts';
import { createSandbox } from '../simulator/sandbox.ts';
import { temporaryFolder } from '../simulator/store/testing/temporary-folder.ts';
import { createCaller } from '../spec/caller.ts';
import type { RequestBody } from '../spec/operations.ts';
import { sample } from '../spec/testing/test-run.ts';
import { type CommandSource, commandLine } from './generated/command-line.ts';
import { runPayrig } from './sandbox/testing/run-command.ts';
import { toolsFor } from './sandbox/tools/tools-for.ts';

const CANARY = 'CANARY-4711';

/** How a server may end a request; `hangs` is ended by a signal, and a mistyped address is refused before it is called. */
const endings: Readonly<Record<string, RequestListener>> = {
  success: (_, response) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"users": [], "handled": 1}'),
  '5xx': (_, response) => void response.writeHead(503).end('{"errors": ["away"]}'),
  redirect: ({ url, headers }, response) =>
    void response.writeHead(302, { Location: `http://${headers.host}/elsewhere${url}` }).end(),
  'web page': (_, response) =>
    void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Sign in</title>'),
  cut: ({ socket }) => void socket.destroy(),
  hangs: () => {},
  mistyped: () => {},
};

/** What each command needs besides, so that it gets as far as to call the address. */
const besides: Readonly<Record<string, readonly string[]>> = {
  check: [
    '--api-key',
    'a-long-key',
    '--max-time',
    '6s',
    '--timeout',
    '2s',
    '--report-dir',
    'out',
    '--attest',
    'a.key',
  ],
  exam: ['--secret', 'a-secret-of-mine', '--max-time', '6s', '--timeout', '1s', '--report-dir', 'out'],
  'exam client': ['--journeys', 'list-users', '--max-time', '6s', '--patience', '2s', '--report-dir', 'out'],
  watch: [
    '--port',
    '0',
    '--webhooks-port',
    '0',
    '--report-dir',
    'out',
    '--ledger',
    'l.json',
    '--record',
    'r.jsonl',
  ],
  listen: ['--secret', 'a-secret-of-mine'],
  trigger: ['payroll', '--forged', 'bad-signature'],
  'snapshot save': ['s.json'],
  'snapshot load': ['s.json'],
  'attest verify': ['a.json', '--key', 'a.pub', '--api-key', 'a-long-key'],
  mcp: [],
  'pact verify': ['--api-key', 'a-long-key', '--timeout', '2s', '--report', 'report.json'],
  'pact publish': ['--app-version', '1', '--no-branch', '--retries', '0'],
  'pact can-i-deploy': ['--to-environment', 'test', '--app-version', '1', '--no-branch', '--retries', '0'],
  'pact record-deployment': ['--environment', 'test', '--app-version', '1', '--no-branch', '--retries', '0'],
  sandbox: ['--port', '0', '--ephemeral'],
  doctor: ['--port', '0'],
};

/** Words that a place needs before its own. */
const first: Readonly<Record<string, (url: string) => readonly string[]>> = {
  'check --production-url': (url) => [url],
  'check --receiver-url': (url) => [url],
  'exam --handled': (url) => [url],
  'exam --failing': (url) => [url],
  'watch --webhooks-to': (url) => [url],
  'watch --on-break': (url) => [url],
  'watch [base-url]': (url) => ['--webhooks-to', url],
  'listen --forward-to': (url) => ['--url', url],
  'pact verify --receiver-url': (url) => ['--provider-url', url, 'p.json'],
  'pact verify --provider-url': () => ['p.json'],
  'pact verify --build-url': (url) => ['--broker', url],
  'pact publish --build-url': (url) => ['--broker', url, 'p.json'],
  'pact publish --broker': () => ['p.json'],
  'pact can-i-deploy --build-url': (url) => ['--broker', url],
  'pact record-deployment --build-url': (url) => ['--broker', url],
  'trigger --url': () => [],
};

/** Every option and argument of every command that takes an address, read from the command line's own description. */
const places = [
  ...Object.entries(commandLine as Record<string, CommandSource>)
    .filter(([command]) => !command.startsWith('npm run'))
    .flatMap(([command, { arguments: args = [], options = [] }]) => [
      ...args.filter(({ name }) => /url/.test(name)).map(({ name }) => ({ command, name, flag: undefined })),
      ...options
        .map(({ flags }) => /^(--[\w-]+) <(?:url.*|address)>$/.exec(flags)?.[1])
        .filter((flag) => flag !== undefined && flag !== '--host')
        .map((flag) => ({ command, name: flag!, flag })),
    ]),
  { command: 'sandbox', name: '--store', flag: '--store' },
  { command: 'sandbox', name: '--public-url', flag: '--public-url' },
];
const cases = places.flatMap((place) => Object.keys(endings).map((ending) => ({ ...place, ending })));

const servers = new Map<string, ReturnType<typeof createServer>>();
beforeAll(async () => {
  for (const [name, listener] of Object.entries(endings)) {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.set(name, server);
  }
});
afterAll(() => {
  for (const server of servers.values()) {
    server.closeAllConnections();
    server.close();
  }
});

const addressAt = (ending: string): string =>
  `127.0.0.1:${(servers.get(ending)!.address() as AddressInfo).port}`;

/** The arguments of a process and all that it started; its own are left out while it may still be starting. */
function argumentsBelow(pid: number, isStarting: boolean): string {
  const below = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((id) => ({
      id: Number(id),
      parent: Number(textOf(`/proc/${id}/stat`).split(') ').at(-1)?.split(' ')[1]),
    }));
  const family = new Set([pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { id, parent } of below) if (family.has(parent)) family.add(id);
  }
  if (isStarting) family.delete(pid);
  return [...family].map((id) => textOf(`/proc/${id}/cmdline`)).join('\n');
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function workplace(onTestFinished: (end: () => Promise<void>) => void): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const { privateKey, publicKey } = newKeys();
  writeFileSync(join(path, 'a.key'), privateKey);
  writeFileSync(join(path, 'a.pub'), publicKey);
  writeFileSync(join(path, 's.json'), '{}');
  writeFileSync(join(path, 'a.json'), '{}');
  const interaction = {
    description: 'x',
    request: { method: 'GET', path: '/users' },
    response: { status: 200 },
  };
  const pact = { consumer: { name: 'a' }, provider: { name: 'b' }, interactions: [interaction] };
  const metadata = { pactSpecification: { version: '2.0.0' } };
  writeFileSync(join(path, 'p.json'), JSON.stringify({ ...pact, metadata }));
  mkdirSync(join(path, 'home'));
  return path;
}

it('every command that takes an address is tried', () => {
  expect(places.map(({ command }) => command).filter((command) => !besides[command])).toEqual([]);
});

it.concurrent.for(sample(cases, 4))(
  'no password of an address is shown: payrig $command $name, $ending',
  { timeout: 120_000 },
  async ({ command, name, flag, ending }, { expect, onTestFinished }) => {
    const cwd = await workplace(onTestFinished);
    const scheme = ending === 'mistyped' ? '' : name === '--store' ? 'postgres://' : 'http://';
    const address = `${scheme}user:${CANARY}@${addressAt(ending)}`;
    const plain = `http://${addressAt('success')}`;
    const words = [
      ...command.split(' '),
      ...(first[`${command} ${name}`]?.(plain) ?? []),
      ...(flag === undefined ? [address] : [flag, address]),
      ...(besides[command] ?? []).filter(
        (_, at, all) => !(name === '--webhooks-to' && all[at] === '--webhooks-to'),
      ),
    ];
    const running = runPayrig(words, { HOME: join(cwd, 'home') }, cwd);
    const { child, printed, ended } = running;
    onTestFinished(() => void child.kill('SIGKILL'));
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    let seen = '';
    // What serves, or waits for an answer that does not come, is stopped; the rest ends by itself.
    const isStopped = ending === 'hangs' || ['sandbox', 'listen', 'watch', 'mcp'].includes(command);
    for (let waited = 0; !isOver && waited < 800; waited++) {
      await delay(100);
      // A program can hide its arguments only once it runs, and a busy machine takes seconds to start it.
      if (waited % 10 === 9) seen += argumentsBelow(child.pid!, waited < 39);
      if (isStopped && (waited === 45 || waited === 55)) child.kill('SIGTERM');
      if (isStopped && waited === 70) break;
    }
    if (!isOver) child.kill('SIGKILL');
    await ended;
    const { out, err } = printed();
    const texts: Record<string, string> = { 'standard output': out, 'standard error': err, arguments: seen };
    for (const file of globSync('**/*', { cwd }).filter((one) => statSync(join(cwd, one)).isFile()))
      texts[file] = textOf(join(cwd, file));
    const showing = Object.entries(texts).filter(([, text]) => text.includes(CANARY));
    expect(
      showing.map(
        ([where, text]) => `${where}: ${text.slice(Math.max(0, text.indexOf(CANARY) - 150)).slice(0, 200)}`,
      ),
      `payrig ${words.join(' ')}`,
    ).toEqual([]);
    // A server of agents says nothing by itself, and neither does what waits.
    if (ending !== 'hangs' && command !== 'mcp') expect(out + err, words.join(' ')).not.toBe('');
  },
);

it.for(sample(['check', 'exam', 'exam-client', 'watch'], 2))(
  'no password of an address is shown by a run of the console: %s',
  { timeout: 120_000 },
  async (tool, { onTestFinished }) => {
    const sandbox = await createSandbox({ users: 0, tools: toolsFor({}) });
    onTestFinished(() => sandbox.close());
    const { call } = createCaller({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
    const url = `http://user:${CANARY}@${addressAt('5xx')}`;
    const more =
      { check: { api_key: 'a-long-key' }, 'exam-client': { journeys: ['list-users'] } }[tool] ?? {};
    const port = tool === 'watch' ? { port: 0 } : {};
    const body = { tool, url, ...more, ...port } as RequestBody<'startRun'>;
    const { run_id } = await call('startRun', { body });
    const path = { run_id };
    let seen = '';
    let run = await call('getRun', { path });
    for (let waited = 0; run.state === 'running'; waited++) {
      seen += argumentsBelow(process.pid, false);
      // A watch runs until it is stopped; its output says that it listens.
      if (waited === 500 || (tool === 'watch' && run.output !== '')) await call('stopRun', { path });
      await delay(100);
      run = await call('getRun', { path });
    }
    for (const file of run.files) seen += await (await fetch(file.url)).text();
    expect(seen.length).toBeGreaterThan(0);
    expect(run.output).not.toBe('');
    for (const text of [seen, JSON.stringify(run), JSON.stringify(await call('listRuns'))])
      expect(text.slice(Math.max(0, text.indexOf(CANARY) - 200)).slice(0, 300)).not.toContain(CANARY);
  },
);
