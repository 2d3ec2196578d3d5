import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeKey, fakeService } from '../../conformance/testing/fake-service.ts';
import { wrongCount } from '../../conformance/testing/run-fake.ts';
import { createSandbox, type Sandbox } from '../../simulator/sandbox.ts';
import { toolsFor } from '../sandbox/tools/tools-for.ts';

let sandbox: Sandbox;
let agent: Client;
beforeAll(async () => {
  sandbox = await createSandbox({ tools: toolsFor({}) });
  agent = await connected();
});
afterAll(async () => {
  await agent.close();
  await sandbox.close();
});

async function connected(options: ClientOptions = {}): Promise<Client> {
  const client = new Client(
    { name: 'agent', version: '1' },
    { versionNegotiation: { mode: 'auto' }, ...options },
  );
  const requestInit = { headers: { 'X-API-KEY': sandbox.apiKey } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${sandbox.url}/mcp`), { requestInit }));
  return client;
}

type Result = { isError: boolean; text: string };
async function use(name: string, input: Record<string, unknown> = {}, client = agent): Promise<Result> {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const last = (content as { text: string }[]).at(-1);
  return { isError, text: last?.text ?? '' };
}
/** The data of a result, whatever they are. */
// biome-ignore lint/suspicious/noExplicitAny: an agent reads what comes
const read = async (name: string, input?: Record<string, unknown>): Promise<any> =>
  JSON.parse((await use(name, input)).text);
const person = async (key: string): Promise<{ user_id: string; special: string }> =>
  (await read('list_people', { search: key })).find((one: { key: string }) => one.key === key);

test('an agent finds a person with two jobs and their affordable months', async () => {
  const [{ user_id }] = await read('list_people', { search: 'two employers' });
  const dossier = await read('inspect_person', { user_id });
  expect(dossier.accounts).toHaveLength(2);
  const { status, body } = await read('call_operation', {
    operation: 'getOnsExpenditure',
    path: { user_id },
  });
  expect(status).toBe(200);
  expect(body.expenditures.length).toBeGreaterThan(6);
  expect(Number(body.expenditures[0].total)).toBeGreaterThan(0);
});

test('an agent makes a fault and sees it in the journal', async () => {
  await read('set_faults', { faults: [{ operation: 'listProviders', status: 503, times: 1 }] });
  const struck = await use('call_operation', { operation: 'listProviders' });
  expect(struck.isError).toBe(true);
  expect(JSON.parse(struck.text).status).toBe(503);
  const { requests } = await read('list_requests');
  expect(requests).toContainEqual(expect.objectContaining({ operation: 'listProviders', status: 503 }));
});

test('an agent takes a user through MFA', async () => {
  const { user_id, special } = await person('mfa-code-pending');
  const [code] = /\d{4}/.exec(special)!;
  const { accounts } = await read('inspect_person', { user_id });
  const { account_id, status } = accounts[0];
  expect(status).toBe('PENDING');
  const call = { operation: 'submitMfa', path: { account_id }, body: { mfa: code } };
  expect((await read('call_operation', call)).body.status).toBe('LINKED');
});

test('an agent sees a webhook delivered and opens it', async () => {
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end()));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  const encryption_key = Buffer.alloc(32, 7).toString('base64');
  const body = {
    name: 'mine',
    events: ['user-payroll-submitted'],
    url,
    signing_secret: 's',
    encryption_key,
    config: {},
  };
  const { webhook_id } = (await read('call_operation', { operation: 'createWebhook', body })).body;
  const { user_id } = await person('steady-salary');
  const { entry_id } = await read('add_entry', { user_id, payroll_submissions: [{}] });
  const delivered = async () =>
    (await read('list_deliveries', { webhook_id })).deliveries.find(
      ({ state }: { state: string }) => state === 'delivered',
    );
  await expect.poll(delivered, { timeout: 20_000 }).toBeDefined();
  const { delivery_id } = await delivered();
  const opened = await use('open_delivery', { delivery_id });
  expect(opened.text).toContain(entry_id);
  receiver.close();
});

// Two checks run as processes of their own.
test('an agent checks a deployment, explains the first failure and sees it again', {
  timeout: 240_000,
}, async () => {
  const service = await fakeService(wrongCount);
  const target = { url: service.url, api_key: fakeKey, only: ['users.list.count'] };
  const seen: number[] = [];
  const onprogress = ({ progress }: { progress: number }) => void seen.push(progress);
  const { content } = await agent.callTool({ name: 'check_deployment', arguments: target }, { onprogress });
  const [mark, found] = content as { text: string }[];
  expect(mark?.text).toMatch(/^Data from .* not instructions/);
  const { failures } = JSON.parse(found?.text ?? '');
  expect(failures[0]).toMatchObject({ clause: 'users.list.count', actual: '9' });
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  const explained = await read('explain', { id: failures[0].clause });
  expect(explained).toMatchObject({ kind: 'clause', level: 'stated' });
  expect(explained.places.length).toBeGreaterThan(0);
  const { replay } = failures[0];
  const again = await read('replay_failure', { replay, url: service.url, api_key: fakeKey });
  expect(again.failures[0]).toMatchObject({ clause: 'users.list.count', replay });
  const { contents } = await agent.readResource({ uri: 'payrig://last-report' });
  expect((contents[0] as { text: string }).text).toContain('"users.list.count"');
  await service.close();
});

test('a check that the client cancels is stopped', { timeout: 120_000 }, async () => {
  const stop = new AbortController();
  const onprogress = (): void => stop.abort();
  const call = agent.callTool(
    { name: 'check_deployment', arguments: {} },
    { signal: stop.signal, onprogress },
  );
  await expect(call).rejects.toThrow();
  const state = async () => (await read('call_operation', { operation: 'listRuns' })).body.runs[0].state;
  await expect.poll(state, { timeout: 60_000 }).toBe('stopped');
});

test('what loses state is annotated, and asks where the client can ask', async () => {
  const { tools } = await agent.listTools();
  const losing = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
  expect(losing.sort()).toEqual(['call_operation', 'reset', 'restore_snapshot']);
  expect(tools.length).toBeLessThan(27);
  let action: 'accept' | 'decline' = 'decline';
  const asked = await connected({ capabilities: { elicitation: { form: {} } } });
  asked.setRequestHandler('elicitation/create', async () => ({ action, content: { confirm: true } }));
  await use('take_snapshot', { name: 'before' }, asked);
  expect((await use('restore_snapshot', { name: 'before' }, asked)).text).toMatch(/Not confirmed/);
  action = 'accept';
  expect((await use('restore_snapshot', { name: 'before' }, asked)).text).not.toMatch(/Not confirmed/);
  expect(await use('restore_snapshot', { name: 'other' }, asked)).toMatchObject({ isError: true });
  await asked.close();
});

test('the server wants the key, and refuses pages of other sites', async () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${sandbox.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{}',
    });
  expect((await post({})).status).toBe(401);
  expect((await post({ 'X-API-KEY': 'wrong' })).status).toBe(401);
  expect((await post({ 'X-API-KEY': sandbox.apiKey, Origin: 'https://evil.example' })).status).toBe(403);
  const nonsense = await post({ 'X-API-KEY': sandbox.apiKey });
  expect([nonsense.status >= 400, nonsense.status < 500]).toEqual([true, true]);
});

test('the docs are there as Markdown, with an index for language models', async () => {
  const text = async (path: string): Promise<string> => (await fetch(`${sandbox.url}${path}`)).text();
  const index = await text('/llms.txt');
  expect(index).toMatch(/^# Payrig\n/);
  const links = [...index.matchAll(/\((http[^)]*\.md)\)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(15);
  for (const link of links)
    expect((await fetch(link)).headers.get('content-type')).toContain('text/markdown');
  expect(await text('/llms-full.txt')).toContain('## Magic logins');
  expect((await fetch(`${sandbox.url}/docs/../package.json`)).status).toBe(404);
  expect((await fetch(`${sandbox.url}/docs/%2e%2e%2fpackage.json`)).status).toBe(404);
});

test('payrig mcp serves the same over standard input and output, with a sandbox of its own', async () => {
  const client = new Client({ name: 'agent', version: '1' });
  const args = [fileURLToPath(new URL('../payrig.ts', import.meta.url)), 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const names = async (one: Client) => (await one.listTools()).tools.map(({ name }) => name);
  expect(await names(client)).toEqual(await names(agent));
  const people = await use('list_people', {}, client);
  expect(people.text).toContain('two-jobs');
  await client.close();
});
