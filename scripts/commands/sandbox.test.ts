import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../../spec/testing/test-run.ts';
import { type Running, runPayrig } from '../sandbox/testing/run-command.ts';

const started: Running[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payrig-command-'));
});
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    if (child.exitCode === null) child.kill('SIGKILL');
    await ended;
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function sandbox(words: readonly string[], variables?: Record<string, string>): Running {
  const running = runPayrig(['sandbox', ...words], variables, folder);
  started.push(running);
  return running;
}

async function refused(
  words: readonly string[],
  variables?: Record<string, string>,
): Promise<{ code: number | null; err: string }> {
  const running = sandbox(words, variables);
  return { code: await running.ended, err: running.printed().err.trim() };
}

const users = (url: string, key: string) => fetch(`${url}/users?limit=1`, { headers: { 'X-API-KEY': key } });

describe('payrig sandbox', () => {
  it('prints what a newcomer needs, a request that works among it, and stops cleanly at Ctrl-C', async () => {
    const running = sandbox(['--ephemeral', '--port', '0']);
    await running.line(/Ctrl-C/);
    const { out } = running.printed();
    const url = /Address +(\S+)/.exec(out)?.[1];
    for (const word of [
      'sandbox-key',
      'sandbox-key-2',
      'member@sandbox.test',
      'sandbox-password',
      `${url}/docs`,
      'openapi.yaml',
      'in memory',
    ])
      expect(out).toContain(word);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(out, 'colours are for terminals').not.toContain('\u001b');
    const [command] = /curl -H .*\\\n.*/.exec(out) ?? [];
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`]);
    expect(JSON.parse(stdout).expenditures.length).toBeGreaterThan(0);
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(0);
  });

  it('prints the address alone when it is to be quiet, and keeps its state in the folder', async () => {
    const running = sandbox(['--quiet', '--port', '0', '--data', 'kept']);
    const url = await running.line(/^http/);
    expect((await users(url, 'sandbox-key')).status).toBe(200);
    const second = await refused(['--port', '0', '--data', 'kept']);
    expect(second.code).toBe(1);
    expect(second.err).toMatch(/^The data folder .*kept is in use by process \d+ on \S+\. .*$/);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(running.printed()).toEqual({ out: `${url}\n`, err: '' });
    expect(await readdir(join(folder, 'kept'))).not.toContain('lock');
  });

  it('takes every flag by environment variable too, and a flag goes before it', async () => {
    const variables = {
      PAYRIG_PORT: '0',
      PAYRIG_EPHEMERAL: 'true',
      PAYRIG_QUIET: '1',
      PAYRIG_ENVIRONMENT: 'production',
    };
    const running = sandbox(['--environment', 'sandbox'], { ...variables, PAYRIG_CLIENT: 'acme:acme-key' });
    const url = await running.line(/^http/);
    const health = (await (await fetch(`${url}/_sandbox/health`)).json()) as { environment: string };
    expect(health.environment).toBe('sandbox');
    expect((await users(url, 'acme-key')).status).toBe(200);
  });

  it('takes settings, clients and their members from a config file', async () => {
    const member = { email: 'zoe@acme.test', password: 'a-password-of-acme' };
    const config = {
      port: 0,
      ephemeral: true,
      quiet: true,
      profile: { naming: { authority: 'revenue' } },
      clients: [{ name: 'acme', apiKey: 'key-of-acme', member }],
    };
    await writeFile(join(folder, 'sandbox.json'), JSON.stringify(config));
    const running = sandbox(['--config', 'sandbox.json']);
    const url = await running.line(/^http/);
    const listed = (await (await users(url, 'key-of-acme')).json()) as { users: { user_id: string }[] };
    const income = await fetch(`${url}/revenue/${listed.users[0]?.user_id}`, {
      headers: { 'X-API-KEY': 'key-of-acme' },
    });
    expect(income.status).toBe(200);
    const signedIn = await fetch(`${url}/members/signin`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: member.email, password: member.password }),
    });
    expect(signedIn.status).toBe(200);
  });

  it('tells of a busy port in one line', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const { code, err } = await refused(['--ephemeral', '--port', String(port)]);
    server.close();
    expect(code).toBe(1);
    expect(err).toBe(`Port ${port} is in use. Choose another with --port, or --port 0 for any that is free.`);
  });

  it('tells of each bad value what it should be, and never a key', async () => {
    await writeFile(
      join(folder, 'bad.json'),
      JSON.stringify({ port: 'x', colour: 1, clients: [{ name: 'a', apiKey: 'a key' }] }),
    );
    await writeFile(
      join(folder, 'bad-profile.json'),
      JSON.stringify({ points: { 'users.unset-form': 'gone', nope: 1 } }),
    );
    const cases: [string[], Record<string, string>, RegExp][] = [
      [['--port', '99999'], {}, /^--port 99999: it must be a whole number from 0 to 65535$/],
      [['--environment', 'staging'], {}, /^--environment staging: it must be one of sandbox, production$/],
      [[], { PAYRIG_STRICT: 'perhaps' }, /^PAYRIG_STRICT=perhaps: it must be true or false$/],
      [['--client', 'no-colon-s3cret'], {}, /^--client: it must be NAME:KEY/],
      [['--host', '0.0.0.0'], {}, /^--host 0\.0\.0\.0 is beyond this machine/],
      [['--config', 'absent.json'], {}, /^Cannot read the config file absent\.json: there is no such file$/],
      [['--config', 'bad.json'], {}, /port: it must be integer\n.*|there is no \[colour\]/],
      [
        ['--profile', 'bad-profile.json'],
        {},
        /\n {2}- .*nope.*\n {2}- .*users\.unset-form|\n {2}- .*users\.unset-form.*\n {2}- .*nope/,
      ],
    ];
    const tried = sample(cases, 4);
    const answers = await Promise.all(tried.map(([words, variables]) => refused(words, variables)));
    for (const [index, { code, err }] of answers.entries()) {
      expect(err).toMatch(tried[index]![2]);
      expect(err).not.toMatch(/s3cret|a key/);
      expect(code).toBe(2);
    }
  });
});
