import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../simulator/sandbox.ts';
import { toolsFor } from '../sandbox/tools/tools-for.ts';

/** A token is about four characters of English and JSON. */
const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);

/** What docs/agents.md promises. */
const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
const promised = (what: RegExp): number => Number(what.exec(page)![1]!.replaceAll(',', ''));
const budget = promised(/at most ([\d,]+) tokens in all/);

let sandbox: Sandbox;
let agent: Client;
let spent = 0;
beforeAll(async () => {
  sandbox = await createSandbox({ tools: toolsFor({}), now: '2028-06-15T09:00:00Z', frozen: true });
  agent = new Client({ name: 'scripted', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { 'X-API-KEY': sandbox.apiKey } };
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${sandbox.url}/mcp`), { requestInit }));
});
afterAll(async () => {
  await agent.close();
  await sandbox.close();
});

// biome-ignore lint/suspicious/noExplicitAny: an agent reads what comes
async function use(name: string, input: Record<string, unknown> = {}): Promise<any> {
  const { content, isError } = await agent.callTool({ name, arguments: input });
  spent += tokensOf({ name, input }) + tokensOf(content);
  const { text } = (content as { text: string }[]).at(-1)!;
  if (isError) throw new Error(text);
  return JSON.parse(text);
}
const operation = async (name: string, input: object = {}) =>
  (await use('call_operation', { operation: name, ...input })).body;

/** Ten things that people ask of an agent, each as an agent solves it that knows the list of tools alone. */
const tasks: [title: string, solve: () => Promise<void>][] = [
  [
    'find a person whose net pay is inflated, and what is true',
    async () => {
      const [found] = (await use('list_people', { search: 'fraud net pay bank' })).slice(0, 1);
      const { discrepancies } = await operation('getTruth', { path: { user_id: found.key } });
      expect(discrepancies[0].kind).toBe('inflated-net');
    },
  ],
  [
    'say how much a person with two jobs can afford',
    async () => {
      await use('list_people');
      const { accounts } = await use('inspect_person', { user_id: 'two-jobs' });
      expect(accounts).toHaveLength(2);
      const { expenditures } = await operation('getOnsExpenditure', { path: { user_id: 'two-jobs' } });
      expect(Number(expenditures[0].total)).toBeGreaterThan(0);
    },
  ],
  [
    'take a person through a second factor',
    async () => {
      const people = await use('list_people', { search: '2FA' });
      const { key, special } = people.find(({ special: text }: { special: string }) => /\d{4}/.test(text));
      const { accounts } = await use('inspect_person', { user_id: key });
      const path = { account_id: accounts[0].account_id };
      const linked = await operation('submitMfa', { path, body: { mfa: /\d{4}/.exec(special)![0] } });
      expect(linked.status).toBe('LINKED');
    },
  ],
  [
    'make a person with a salary, and read the newest payslip',
    async () => {
      const { user_id } = await use('make_person', { forename: 'Mina', surname: 'Kay', salary: 36000 });
      const { payroll_submissions: slips } = await use('inspect_person', {
        user_id,
        section: 'payroll_submissions',
        limit: 1,
      });
      expect(slips[0].income_information.earnings.gross_pay).toBe('3000.00');
    },
  ],
  [
    'say why no webhook arrives',
    async () => {
      await use('add_entry', { user_id: 'steady-salary', payroll_submissions: [{}] });
      const { reasons } = await use('why_no_event', { event: 'payroll', user_id: 'steady-salary' });
      expect(reasons[0].reason).toBe('no-subscription');
    },
  ],
  [
    'subscribe, trigger an event, and see the retry that waits',
    async () => {
      const events = ['user-payroll-submitted'];
      await operation('createWebhook', { body: { name: 'x', events, url: 'http://127.0.0.1:9/' } });
      await use('add_entry', { user_id: 'steady-salary', payroll_submissions: [{}] });
      const reasons = async () =>
        (await use('why_no_event', { user_id: 'steady-salary' })).reasons.map(
          ({ reason }: { reason: string }) => reason,
        );
      await expect.poll(reasons, { interval: 500 }).toContain('waits-for-retry');
      const { deliveries } = await use('list_deliveries', { user_id: 'steady-salary', limit: 1 });
      expect(deliveries).toHaveLength(1);
    },
  ],
  [
    'move time past a pay day and see what a recurring check found',
    async () => {
      const { effects } = await use('move_clock', { by: 'P1M' });
      const kinds = effects.map(({ kind }: { kind: string }) => kind);
      expect(kinds).toContain('recurring-check');
    },
  ],
  [
    'make an operation fail once, and find it in the journal',
    async () => {
      await use('set_faults', { faults: [{ operation: 'listProviders', status: 503, times: 1 }] });
      await expect(operation('listProviders')).rejects.toThrow('503');
      const { requests } = await use('list_requests', { limit: 1 });
      expect(requests[0]).toMatchObject({ operation: 'listProviders', status: 503 });
    },
  ],
  [
    'say what a clause demands and how to judge it',
    async () => {
      const { statement, next } = await use('explain', { id: 'users.patch.null-unsets' });
      expect([statement.length > 20, next]).toEqual([true, expect.stringContaining('check_deployment')]);
    },
  ],
  [
    'find the guide to receiving webhooks, and the input of createWebhook',
    async () => {
      const passages = await use('search_docs', { query: 'receive webhooks signature' });
      expect(passages[0].uri).toBe('payrig://docs/receiving-webhooks.md');
      const { input } = await use('describe_operation', { operation: 'createWebhook' });
      expect(Object.keys(input.properties)).toContain('signing_secret');
    },
  ],
];

describe('a scripted agent', { timeout: 120_000 }, () => {
  it('is given a list of tools below 12 kB, and of people below 4 kB', async () => {
    const list = await agent.listTools();
    const people = (await agent.callTool({ name: 'list_people', arguments: {} })).content;
    const sizes = [JSON.stringify(list.tools).length, JSON.stringify(people).length];
    const asked: Record<string, Record<string, unknown>> = {
      inspect_person: { user_id: 'steady-salary' },
      read_clock: {},
      list_requests: {},
      list_deliveries: {},
      why_no_event: {},
      describe_operation: { operation: 'createWebhook' },
      explain: { id: 'users.patch.null-unsets' },
      search_docs: { query: 'receive webhooks signature' },
    };
    const lines = [`tools/list ${sizes[0]}`, `list_people ${sizes[1]}`];
    for (const [name, input] of Object.entries(asked)) {
      const { content } = await agent.callTool({ name, arguments: input });
      lines.push(`${name} ${JSON.stringify(content).length}`);
    }
    console.log(`bytes: ${lines.join(', ')}`);
    expect(sizes[0]).toBeLessThan(12_000);
    expect(sizes[1]).toBeLessThan(4_000);
  });

  it(`solves ten tasks within the ${budget} tokens that the docs promise`, async () => {
    const started = performance.now();
    spent = tokensOf(await agent.listTools());
    const lines = [`tools/list: ${spent} tokens`];
    for (const [title, solve] of tasks) {
      const before = spent;
      await solve();
      lines.push(`${title}: ${spent - before} tokens`);
    }
    lines.push(`${tasks.length} tasks: ${spent} tokens in all`);
    lines.push(
      `task: an agent solves ten tasks by MCP: ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
    console.log(lines.join('\n'));
    expect(tasks).toHaveLength(10);
    expect(spent).toBeLessThanOrEqual(budget);
  });

  it('completes the ids of clauses, is told the version of the package, and which property is wrong', async () => {
    const { completion } = await agent.complete({
      ref: { type: 'ref/prompt', name: 'why_does_clause_fail' },
      argument: { name: 'clause', value: 'users.patch.' },
    });
    expect(completion.values).toContain('users.patch.null-unsets');
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(agent.getServerVersion()?.version).toBe(version);
    await expect(use('inspect_person', { user_id: 'steady-salry' })).rejects.toThrow(/\[steady-salary\]/);
    await expect(use('make_person', { salary: 'much' })).rejects.toThrow(/salary/);
    await expect(use('make_person', { date_of_birth: 'some day' })).rejects.toThrow(/date_of_birth/);
    await expect(use('make_person', { salry: 1 })).rejects.toThrow(/no field \[salry\].*\[salary\]/);
    await expect(use('read_clock', { now: 1 })).rejects.toThrow(/no field \[now\]/);
  });

  it.each([
    ['save the state in a snapshot file', 'sandbox.md'],
    ['webhook signature verify', 'receiving-webhooks.md'],
    ['postgres replicas', 'shared-sandbox.md'],
    ['fraud detector', 'fraud.md'],
    ['faults status', 'faults.md'],
    ['profile open points', 'profiles.md'],
  ])('finds by "%s" the guide %s before anything else', async (query, page) => {
    const [first] = await use('search_docs', { query });
    expect(first.uri).toBe(`payrig://docs/${page}`);
  });
});
