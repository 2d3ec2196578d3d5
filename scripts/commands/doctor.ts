import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { bodyText } from '../../spec/read-body.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { commandOf } from '../terminal/command-of.ts';
import { textTable } from '../terminal/text-table.ts';
import { messageOf } from '../terminal/usage-error.ts';

type Look = (options: CommandOptions['doctor']) => Promise<string> | string;

/** `payrig doctor`: whether this machine has what Payrig needs, and what runs on it. Exit code 1 says that something is amiss. */
export const command = (write: (text: string) => void = (text) => void process.stdout.write(text)): Command =>
  commandOf('doctor', async (options: CommandOptions['doctor']) => {
    const findings = await Promise.all(
      Object.entries(looks).map(async ([what, look]) => {
        const told = (is_well: boolean) => (found: string) => ({ what, is_well, found });
        return Promise.resolve(options)
          .then(look)
          .then(told(true), (error) => told(false)(messageOf(error)));
      }),
    );
    const rows = findings.map(({ what, is_well, found }) => [is_well ? 'ok' : 'AMISS', what, found]);
    write(options.json ? `${JSON.stringify(findings)}\n` : `${textTable(['', 'what', 'found'], rows)}\n`);
    if (findings.some(({ is_well }) => !is_well)) process.exitCode = 1;
  });

/** What is looked at, in order; a look that throws has found something amiss. */
const looks: Readonly<Record<string, Look>> = {
  Node() {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    if (major < 20 || (major === 20 && minor < 19))
      throw new Error(`${process.version}; Payrig needs 20.19 or newer.`);
    return `${process.version} on ${process.platform} ${process.arch}${major < 22 ? '; payrig pact needs 22' : ''}`;
  },
  async port({ port }) {
    const url = `http://127.0.0.1:${port}/_sandbox/health`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch((error) => {
      if (error.cause?.code === 'ECONNREFUSED') return undefined;
      throw new Error(`Something on port ${port} does not answer as a sandbox: ${messageOf(error)}`);
    });
    if (!answer) return `${port} is free: no sandbox runs there`;
    const health = await bodyText(answer)
      .then(JSON.parse)
      .catch(() => ({}));
    if (health.version === undefined)
      throw new Error(`Another program has port ${port}; payrig sandbox --port takes another.`);
    const runs = `Payrig ${health.version} runs on ${port}; its clock says ${health.now}`;
    if (health.status !== 'ok')
      throw new Error(`${runs}. It is ${health.status}: ${health.problems?.join(' ')}`);
    return runs;
  },
  clock() {
    const now = new Date(Date.now());
    if (now.getFullYear() < 2026)
      throw new Error(`${now.toISOString()}: the clock of this machine is wrong.`);
    return `${now.toISOString()}, time zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  },
  async database({ store }) {
    if (store === undefined) return 'none is named (--store, PAYRIG_STORE); the state is kept in files';
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: store, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      const { rows } = await client.query(
        "SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits, current_setting('max_connections') AS connections, clock_timestamp() AS now",
      );
      const { version, fsync, commits, connections, now } = rows[0];
      const found = `PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commits}, max_connections ${connections}`;
      const apart = Math.abs(now.getTime() - Date.now());
      if (apart > 5000)
        throw new Error(`${found}. Its clock and this one are ${Math.round(apart / 1000)} s apart.`);
      if (fsync !== 'on') throw new Error(`${found}. Without fsync a crash loses what was acknowledged.`);
      return found;
    } finally {
      await client.end().catch(() => {});
    }
  },
  disk({ data }) {
    let folder = resolve(data);
    while (!existsSync(folder)) folder = dirname(folder);
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free for ${data}`;
    if (bavail * bsize < 200e6) throw new Error(`${free}; 0.2 GB is the least to start with.`);
    return free;
  },
  browser() {
    const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
    const places = (process.env['PATH'] ?? '')
      .split(delimiter)
      .flatMap((at) => names.map((name) => join(at, name)));
    const found = [process.env['PAYRIG_CHROMIUM'] ?? '', ...places].find(
      (file) => file !== '' && existsSync(file),
    );
    return found ?? 'no Chromium in PATH or PAYRIG_CHROMIUM; only the tests of the console need one';
  },
};
