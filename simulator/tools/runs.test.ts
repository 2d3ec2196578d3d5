import { afterEach, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../app/options.ts';
import { type Arranging, arranging } from '../arrangement/testing/arranging.ts';
import { postgresDatabase } from '../store/testing/postgres-place.ts';
import type { ToolOrder, ToolOutcome, ToolReport } from './runs.ts';

/** A tool that does what the test tells it to. */
type Started = {
  order: ToolOrder;
  report: ToolReport;
  signal: AbortSignal;
  end: (outcome?: Partial<ToolOutcome>) => void;
};

let open: Arranging[] = [];
afterEach(async () => {
  for (const one of open) await one.close();
  open = [];
});

async function withTools(options: SandboxOptions = {}) {
  const started: Started[] = [];
  const at = await arranging({
    users: 0,
    tools: (order, report, signal) =>
      new Promise((resolve) => {
        const end: Started['end'] = (outcome = {}) =>
          resolve({ exitCode: 0, isStopped: false, files: [], ...outcome });
        signal.addEventListener('abort', () => end({ exitCode: null, isStopped: true }));
        started.push({ order, report, signal, end });
      }),
    ...options,
  });
  open.push(at);
  const order = (body: object, headers?: Record<string, string>) =>
    at.call('POST', '/_sandbox/runs', body, headers);
  const ended = async (runId: string) => {
    for (;;) {
      const { body } = await at.call('GET', `/_sandbox/runs/${runId}`);
      if (body.state !== 'running') return body;
    }
  };
  return { at, started, order, ended };
}

const spec = { tool: 'spec', format: 'yaml' };

describe('a run of a tool', () => {
  it.each([
    [{}, /\[tool\]/],
    [{ tool: 'rm' }, /\[tool\] must be one of/],
    [{ tool: 'exam' }, /missing the required field \[url\]/],
    [{ tool: 'check' }, /missing the required field \[api_key\]/],
    [{ tool: 'spec' }, /missing the required field \[format\]/],
    [{ tool: 'pact' }, /missing the required field \[consumer\]/],
    [{ tool: 'pact', consumer: '../../etc' }, /\[consumer\]/],
    [{ tool: 'pact', consumer: '--dir=/tmp' }, /\[consumer\]/],
    [{ ...spec, url: 'http://127.0.0.1/' }, /\[url\] is not taken by the tool \[spec\]/],
    [{ ...spec, profile: { naming: { vendor: 7 } } }, /\[profile\]/],
    [{ tool: 'check', url: '--help' }, /\[url\] must be an http or https URL/],
    [{ tool: 'check', url: 'http://169.254.169.254/' }, /\[url\] leads to \[169.254.169.254\]/],
    [{ tool: 'check', arrange: './my-module.ts' }, /\[arrange\]/],
    [{ tool: 'check', only: ['user.*'] }, /\[only\] names no clause: \[user.\*\]/],
    [{ tool: 'check', api_key: 'a\u0000b' }, /\[api_key\]/],
    [{ tool: 'check', member: { username: 'a:b', password: 'c' } }, /username/],
    [{ tool: 'exam', url: 'http://127.0.0.1:1/', encryption_key: 'short' }, /\[encryption_key\]/],
    [{ tool: 'exam', url: 'http://127.0.0.1:1/', only: ['users.list'] }, /\[only\] names no clause/],
    [{ tool: 'exam-client', url: 'http://127.0.0.1:1/' }, /missing the required field \[journeys\]/],
    [{ tool: 'exam-client', url: 'http://127.0.0.1:1/', journeys: ['rm'] }, /\[journeys\[0\]\]|journeys/],
  ])('is refused, and not started, when the order is %j', async (body, problem) => {
    const { order, started, at } = await withTools();
    const { status, body: answer } = await order(body);
    expect([status, answer.errors.join()]).toEqual([400, expect.stringMatching(problem)]);
    expect(started).toEqual([]);
    expect((await at.call('GET', '/_sandbox/runs')).body).toEqual({ available: true, runs: [] });
  });

  it('leaves a place to others: one caller has three at most, with all the clients that it made', async () => {
    const { order, started, at } = await withTools();
    const made = (await at.call('POST', '/_sandbox/clients', {})).body;
    const own = { 'x-api-key': made.api_key };
    const other = { 'x-api-key': at.sandbox.otherApiKey };
    expect((await order(spec)).status).toBe(201);
    expect((await order(spec, own)).status).toBe(201);
    expect((await order({ tool: 'clauses' }, own)).status).toBe(201);
    for (const headers of [{}, own]) {
      const { status, body } = await order({ tool: 'pact', consumer: 'a' }, headers);
      expect([status, body.errors]).toEqual([429, [expect.stringContaining('3 tools of this caller')]]);
    }
    expect((await order(spec, other)).status).toBe(201);
    for (const one of started) one.end();
    await expect.poll(async () => (await order({ tool: 'pact', consumer: 'a' })).status).toBe(201);
  });

  it('is refused with the command to run instead by a sandbox that has no tools', async () => {
    const at = await arranging({ users: 0 });
    open.push(at);
    expect((await at.call('GET', '/_sandbox/runs')).body).toEqual({ available: false, runs: [] });
    const { status, body } = await at.call('POST', '/_sandbox/runs', spec);
    expect([status, body.errors[0]]).toEqual([409, expect.stringContaining('payrig spec')]);
  });

  it('goes to this sandbox when no address is given, and under its profile but for a check', async () => {
    const { order, started, at } = await withTools({ profile: { naming: { vendor: 'acme' } } });
    await order({ tool: 'check', api_key: 'k' });
    await order(spec);
    await order({ tool: 'exam', url: 'http://127.0.0.1:1/' });
    const [check, contract, exam] = started.map((one) => one.order);
    expect(check).toEqual({ tool: 'check', api_key: 'k', url: at.sandbox.url, isOwn: true });
    expect(contract).toMatchObject({ isOwn: false, profile: { naming: { vendor: 'acme' } } });
    expect(exam).toMatchObject({ url: 'http://127.0.0.1:1/', isOwn: false, profile: expect.anything() });
  });

  it('shows how far it is, what it printed at the end, and how it ended', async () => {
    const { order, started, ended, at } = await withTools();
    const { body: run } = await order({
      ...{ tool: 'check', api_key: 'k', url: 'http://me:secret@127.0.0.1:1/?token=t' },
    });
    expect(run).toMatchObject({ state: 'running', exit_code: null, ended_at: null });
    expect(run.target).not.toMatch(/secret|=t$/);
    const [tool] = started;
    const progress = { phase: 'check', done: 3, total: 9, failed: 1, detail: 'users.list' };
    tool!.report.progress(progress);
    expect((await at.call('GET', `/_sandbox/runs/${run.run_id}`)).body.progress).toEqual(progress);
    tool!.report.print('x'.repeat(100_000));
    tool!.report.print('the end');
    tool!.end({ exitCode: 1 });
    const { output, ...last } = await ended(run.run_id);
    expect(last).toMatchObject({ state: 'ended', exit_code: 1, progress: null });
    expect([output.length, output.slice(-8)]).toEqual([65536, 'xthe end']);
  });

  it('is alone of its tool and client, gives way to the next, and is one of four at most', async () => {
    const { order, started, ended, at } = await withTools();
    const other = { 'x-api-key': at.sandbox.otherApiKey };
    const { body: first } = await order(spec);
    expect((await order(spec)).status).toBe(409);
    expect((await order(spec, other)).status).toBe(201);
    expect((await order({ tool: 'clauses' })).status).toBe(201);
    expect((await order({ tool: 'pact', consumer: 'a' })).status).toBe(201);
    expect((await order({ tool: 'check', api_key: 'k' })).status).toBe(429);
    started[0]!.end();
    await ended(first.run_id);
    const { body: second } = await order(spec);
    expect((await at.call('GET', `/_sandbox/runs/${first.run_id}`)).status).toBe(404);
    const listed = (await at.call('GET', '/_sandbox/runs')).body.runs;
    expect(listed.map(({ tool }: { tool: string }) => tool).sort()).toEqual(['clauses', 'pact', 'spec']);
    for (const method of ['GET', 'DELETE'])
      expect((await at.call(method, `/_sandbox/runs/${second.run_id}`, undefined, other)).status).toBe(404);
    expect(started[4]!.signal.aborted).toBe(false);
  });

  it('ends when it is stopped, and with the sandbox', async () => {
    const { order, ended, at, started } = await withTools();
    const { body: run } = await order(spec);
    await at.call('DELETE', `/_sandbox/runs/${run.run_id}`);
    expect(await ended(run.run_id)).toMatchObject({ state: 'stopped', exit_code: null });
    await order({ tool: 'clauses' });
    await at.close();
    expect(started[1]!.signal.aborted).toBe(true);
  });

  it('that cannot be run says so, and leaves the reason to the log', async () => {
    const logged: unknown[] = [];
    const broken = new Error('no such program /home/me');
    const { order, ended } = await withTools({
      tools: () => Promise.reject(broken),
      log: { error: (error) => logged.push(error) },
    });
    const run = await ended((await order(spec)).body.run_id);
    expect(run).toMatchObject({ state: 'ended', exit_code: null });
    expect(run.output).not.toContain('/home/me');
    expect(logged).toEqual([broken]);
  });

  it('gives its files to every caller that knows their address, as a page without an origin', async () => {
    const { order, started, at } = await withTools({ sandboxKey: 'door' });
    const door = { 'x-sandbox-key': 'door' };
    expect((await order(spec)).status).toBe(401);
    const { body: run } = await order(spec, door);
    started[0]!.end({ files: [{ name: 'a report.html', bytes: Buffer.from('<h1>ö</h1>') }] });
    await expect
      .poll(async () => (await at.call('GET', '/_sandbox/runs', undefined, door)).body.runs[0].state)
      .toBe('ended');
    expect((await at.call('GET', `/_sandbox/runs/${run.run_id}`)).status).toBe(401);
    const [file] = (await at.call('GET', `/_sandbox/runs/${run.run_id}`, undefined, door)).body.files;
    const response = await fetch(file.url);
    expect(await response.text()).toBe('<h1>ö</h1>');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'/);
    expect(policy).not.toContain('allow-same-origin');
    for (const wrong of [file.url.slice(0, -1), file.url.replace('%20', '-'), file.url.split('?')[0]])
      expect((await fetch(wrong)).status).toBe(404);
  });

  it('is reported to every watcher of events while it goes on', async () => {
    const { order, started, at } = await withTools();
    const response = await fetch(`${at.sandbox.url}/_sandbox/events`, {
      headers: { 'x-api-key': at.sandbox.apiKey },
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (pattern: RegExp) => {
      while (!pattern.test(text)) text += (await reader.read()).value ?? '';
    };
    await until(/event: ready/);
    await order(spec);
    await until(/event: run\ndata: .*"state":"running"/);
    started[0]!.report.progress({ phase: 'learn', done: 1, total: 2, failed: 0 });
    await until(/"phase":"learn"/);
    started[0]!.end();
    await until(/"state":"ended"/);
    await reader.cancel();
  });

  it('is known to every replica, which can stop it, read its files, and see that its process died', async () => {
    const database = await postgresDatabase();
    let ahead = 0;
    const at = Date.now();
    const replica = (realNow: () => number) =>
      withTools({ store: database.url, wrap: { ports: (ports) => ({ ...ports, realNow }) } });
    // The time of the first stands still, so that what it writes grows old for the second.
    const first = await replica(() => at);
    const second = await replica(() => at + ahead);
    const { run_id } = (await first.order(spec)).body;
    const seen = async () => (await second.at.call('GET', '/_sandbox/runs')).body.runs[0];
    expect(await seen()).toMatchObject({ run_id, state: 'running' });
    expect((await second.order(spec)).body.errors[0]).toContain(`running already: stop run [${run_id}]`);
    first.started[0]!.report.progress({ phase: 'check', done: 1, total: 2, failed: 0 });
    await expect.poll(async () => (await seen()).progress?.done, { timeout: 20_000 }).toBe(1);
    await second.at.call('DELETE', `/_sandbox/runs/${run_id}`);
    await expect.poll(async () => (await seen()).state, { timeout: 20_000 }).toBe('stopped');

    await first.order(spec);
    first.started[1]!.end({ exitCode: 1, files: [{ name: 'a.html', bytes: Buffer.from('ö') }] });
    await expect.poll(async () => (await seen()).state, { timeout: 20_000 }).toBe('ended');
    const { files } = await seen();
    const address = files[0].url.replace(first.at.sandbox.url, second.at.sandbox.url);
    expect(await (await fetch(address)).text()).toBe('ö');

    await first.order(spec);
    await second.at.call('POST', '/_sandbox/reset', {});
    expect((await seen()).state).toBe('running');
    ahead = 60_000;
    const dead = await seen();
    expect(dead).toMatchObject({ state: 'stopped', exit_code: null, ended_at: expect.any(String) });
    expect(dead.output).toContain('has died');
    expect((await fetch(address)).status).toBe(404);
    expect((await second.order(spec)).status).toBe(201);
    await expect.poll(() => first.started[2]!.signal.aborted, { timeout: 20_000 }).toBe(true);
    for (const one of open.splice(0)) await one.close();
    await database.remove();
  }, 60_000);

  it('leaves nothing of its order in the journal or the log', async () => {
    const lines: unknown[] = [];
    const { order, at } = await withTools({
      log: { request: (line) => lines.push(line), error: (error) => lines.push(error) },
    });
    await order({ tool: 'exam', url: 'http://127.0.0.1:1/', secret: 'hush-hush' });
    await order({ tool: 'check', api_key: 'hush-hush', member: { username: 'a', password: 'hush-hush' } });
    const seen = [
      lines,
      (await at.call('GET', '/_sandbox/requests')).body,
      (await at.call('GET', '/_sandbox/runs')).body,
    ];
    expect(JSON.stringify(seen)).not.toContain('hush-hush');
  });
});
