import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createSandbox } from '../../../simulator/sandbox.ts';
import type { ToolOrder } from '../../../simulator/tools/runs.ts';
import type { TargetRuleOptions } from '../../../simulator/webhooks/target-rules.ts';
import { startReceiver } from '../../../simulator/webhooks/testing/receiver.ts';
import { startProcess } from '../../resilience/testing/restartable-sandbox.ts';
import { toolsFor } from './tools-for.ts';

/** Starting a process takes its time on a busy machine. */
const PATIENCE = 40_000;

const never = new AbortController().signal;

async function run(
  order: Partial<ToolOrder> & Pick<ToolOrder, 'tool'>,
  rules: TargetRuleOptions = {},
  signal = never,
) {
  let output = '';
  const print = (text: string) => {
    output += text;
  };
  const report = { progress: () => {}, print };
  const outcome = await toolsFor(rules)({ isOwn: false, ...order }, report, signal);
  return { ...outcome, output };
}

async function receiver() {
  const one = await startReceiver();
  onTestFinished(one.close);
  return one;
}

it('calls only what the rules allow, by whatever name', { timeout: PATIENCE }, async () => {
  const { url, seen } = await receiver();
  const exam = { tool: 'exam' as const, only: ['genuine.payroll'], secret: 's' } satisfies Partial<ToolOrder>;
  await run({ ...exam, url });
  expect(seen.length).toBeGreaterThan(0);
  seen.length = 0;
  const deny = { webhookDeny: ['127.0.0.0/8', '::1'] };
  for (const address of [url, url.replace('127.0.0.1', 'localhost')]) {
    const { exitCode, output } = await run({ ...exam, url: address }, deny);
    expect([address, exitCode]).not.toEqual([address, 0]);
    expect(output).toMatch(/0 judged|not be called|ERR_TARGET_DENIED|fail/);
  }
  expect(seen).toEqual([]);
});

it("calls the sandbox's own address whatever the rules say", { timeout: PATIENCE }, async () => {
  const { url, seen } = await receiver();
  await run({ tool: 'exam', only: ['genuine.payroll'], url, isOwn: true }, { webhookDeny: ['127.0.0.1'] });
  expect(seen.length).toBeGreaterThan(0);
});

it("sends nothing that the sandbox's owner has in variables", { timeout: PATIENCE }, async () => {
  for (const name of ['PAYRIG_OTHER_API_KEY', 'PAYRIG_MEMBER', 'PAYRIG_TARGET_SANDBOX_KEY'])
    vi.stubEnv(name, 'an-owner:an-owners-key');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { url, seen } = await receiver();
  await run({ tool: 'check', only: ['providers'], url, api_key: 'a-key-of-mine', arrange: 'none' });
  expect(seen.length).toBeGreaterThan(0);
  expect(JSON.stringify(seen.map(({ headers }) => headers))).not.toContain('an-owner:an-owners-key');
});

it('leaves neither process nor folder behind when it is stopped', { timeout: PATIENCE }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payrig-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const silent = await silentServer();
  const stop = new AbortController();
  const running = run(
    { tool: 'check', url: silent.url, api_key: 'a-key-of-mine', arrange: 'none' },
    {},
    stop.signal,
  );
  await silent.connected;
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^payrig-run-/)]);
  stop.abort();
  expect(await running).toMatchObject({ isStopped: true });
  expect(readdirSync(folder)).toEqual([]);
  await silent.left;
});

it('ends when the sandbox is killed', { timeout: PATIENCE }, async () => {
  const sandbox = await startProcess(['--ephemeral']);
  const silent = await silentServer();
  const response = await fetch(`${sandbox.url}/_sandbox/runs`, {
    method: 'POST',
    headers: { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' },
    body: JSON.stringify({ tool: 'check', url: silent.url, api_key: 'a-key-of-mine', arrange: 'none' }),
  });
  expect(response.status).toBe(201);
  await silent.connected;
  await sandbox.kill();
  await silent.left;
});

it('an address of the exam of clients that unpacks past the limit is judged, by POST /_sandbox/runs too', {
  timeout: 3 * PATIENCE,
}, async () => {
  const packed = gzipSync(Buffer.alloc(64 << 20));
  const bomb = await startReceiver((_, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed),
  );
  onTestFinished(bomb.close);
  const sandbox = await createSandbox({ users: 0, tools: toolsFor({}) });
  onTestFinished(() => sandbox.close());
  const call = async (path: string, body?: object) => {
    const headers = { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' };
    const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await fetch(`${sandbox.url}/_sandbox/runs${path}`, sent)).json();
  };
  const order = { tool: 'exam-client', url: bomb.url, journeys: ['delete-user'], only: ['journey.plain'] };
  const { run_id } = await call('', order);
  const ended = async () => (await call(`/${run_id}`)).state;
  await expect.poll(ended, { timeout: 2 * PATIENCE, interval: 300 }).toBe('ended');
  const { exit_code, output } = await call(`/${run_id}`);
  expect(output).toContain('the body has more than 1 MB');
  expect(exit_code).toBe(1);
});

/** A server that takes connections and never says anything. */
async function silentServer() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  let open = 0;
  let goneAll = () => {};
  const left = new Promise<void>((resolve) => {
    goneAll = resolve;
  });
  const connected = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      open += 1;
      socket.on('error', () => {}).resume();
      socket.on('close', () => {
        open -= 1;
        if (open === 0) goneAll();
      });
      resolve();
    });
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, connected, left };
}
