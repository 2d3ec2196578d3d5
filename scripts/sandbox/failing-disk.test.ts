import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { type SandboxProcess, startProcess } from '../resilience/testing/restartable-sandbox.ts';
import { projectRoot } from '../terminal/run-tool.ts';
import { runCommand } from './testing/run-command.ts';

const codes = ['EROFS', 'ENOSPC', 'EIO', 'EACCES'];
const payrig = fileURLToPath(new URL('../payrig.ts', import.meta.url));
const faults = fileURLToPath(new URL('../testing/fs-faults.ts', import.meta.url));

/** The functions of node:fs that a sandbox uses, and those of lowdb, read from their sources. */
function usedFunctions(): string[] {
  const used = new Set<string>(['handle.writeFile', 'handle.appendFile', 'handle.sync', 'handle.datasync']);
  const sources = globSync(
    ['simulator/**/*.ts', 'scripts/sandbox/**/*.ts', 'node_modules/lowdb/lib/**/*.js'],
    {
      cwd: projectRoot,
    },
  ).filter((path) => !/\.test\.ts$|\/testing\//.test(path));
  for (const path of sources)
    for (const [, names = '', which = ''] of readFileSync(join(projectRoot, path), 'utf8').matchAll(
      /import (?:\w+, )?\{([^}]*)\} from '(?:node:)?fs(\/promises)?'/g,
    ))
      for (const name of names.split(',').map((one) => one.trim().split(' ')[0]!))
        used.add(which === '' ? name : `promises.${name}`);
  return [...used].filter((name) =>
    /write.|append|stat|utimes|\.(data)?sync|rename|rm|link|mkdir|open|truncate|chmod/.test(name),
  );
}

/** Each function with each code. */
const places = usedFunctions().flatMap((name) => codes.map((code) => `${name} ${code}`));

async function failing() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const control = join(path, 'fault');
  writeFileSync(control, '');
  const data = join(path, 'data');
  const sandbox = await startProcess(['--data', data, '--users', '2', '--log-level', 'error'], {
    NODE_OPTIONS: `--import ${faults}`,
    PAYRIG_FS_FAULT: control,
    PAYRIG_FS_FOLDER: data,
  });
  onTestFinished(() => sandbox.kill());
  return { sandbox, fail: (fault: string) => writeFileSync(control, fault) };
}

/** Everything that writes, looks or waits: the statuses, or why there is none. */
async function busy({ url }: SandboxProcess): Promise<(number | string)[]> {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'X-API-KEY': 'sandbox-key', 'Content-Type': 'application/json' };
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    const { client_id } = (await response.json().catch(() => ({}))) as { client_id?: string };
    // There may be a hundred clients, and more functions than that may fail.
    if (client_id) await fetch(`${url}/_sandbox/clients/${client_id}`, { method: 'DELETE', headers });
    return response.status;
  };
  const all = await Promise.allSettled([
    ask('GET', '/users'),
    ask('POST', '/_sandbox/users', {}),
    ask('PATCH', '/configuration', { client_display_name: 'Mine' }),
    ask('POST', '/_sandbox/clock', { by: 'PT1H' }),
    ask('GET', '/_sandbox/health'),
    ask('GET', '/_sandbox/ready'),
    ask('GET', '/metrics'),
    ask('POST', '/_sandbox/clients', {}),
  ]);
  return all.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
}

it('no timer, signal or error handler of a sandbox throws whatever its disk refuses', {
  timeout: 600_000,
}, async () => {
  const { sandbox, fail } = await failing();
  for (const place of new Set(['utimesSync EROFS', ...sample(places, 4)])) {
    fail(place);
    const statuses = await busy(sandbox);
    // Longer than several beats of the lock, which the test shortens to 50 ms.
    await delay(200);
    expect(sandbox.crashed(), `${place}: ${sandbox.output().slice(-2000)}`).toBe(false);
    expect(
      statuses.filter((one) => typeof one === 'string'),
      place,
    ).toEqual([]);
    fail('');
    await expect
      .poll(async () => (await busy(sandbox)).every((one) => Number(one) < 300), {
        timeout: 10_000,
        message: place,
      })
      .toBe(true);
  }
});

it.each(sample(codes, 1))(
  'a signal ends a sandbox in order while every write gives %s',
  { timeout: 60_000 },
  async (code) => {
    const { sandbox, fail } = await failing();
    fail(`* ${code}`);
    await busy(sandbox);
    expect(await sandbox.stop()).toBe(0);
    // The address, and lines of the log: a crash would write its stack.
    expect(
      sandbox
        .output()
        .split('\n')
        .filter((line) => !/^(http|\{"|$)/.test(line)),
    ).toEqual([]);
  },
);

it.each(sample(codes, 1))(
  'a proxy goes on while every write gives %s, and says so',
  { timeout: 60_000 },
  async (code) => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    const control = join(path, 'fault');
    writeFileSync(control, '');
    const service = createServer((_, response) => void response.end('{"providers": []}')).listen(
      0,
      '127.0.0.1',
    );
    onTestFinished(() => void service.close());
    await once(service, 'listening');
    const to = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const folder = join(path, 'out');
    mkdirSync(folder);
    const words = ['--ledger', 'ledger.json', '--record', 'a.jsonl', '--report-dir', folder];
    const { child, printed, line, ended } = runCommand(
      process.execPath,
      [
        '--import',
        faults,
        payrig,
        'watch',
        to,
        '--port',
        '0',
        ...words.map((word) => word.replace(/^\w+\.json/, `${folder}/$&`)),
      ],
      { env: { ...process.env, PAYRIG_FS_FAULT: control, PAYRIG_FS_FOLDER: folder } },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const url = /to (\S+) go to/.exec(await line(/^Requests to/))![1]!;
    writeFileSync(control, `* ${code}`);
    for (const signal of ['SIGUSR2', 'SIGTERM'] as const) {
      expect((await fetch(`${url}/providers`)).status).toBe(200);
      await expect.poll(() => printed().err).toMatch(/The ledger \S+ cannot be written/);
      child.kill(signal);
    }
    // What was judged is printed; that nothing could be written makes the run incomplete.
    expect([1, 3]).toContain(await ended);
    expect(printed().err).not.toMatch(/Uncaught|unhandled|node:internal\/process/i);
  },
);
