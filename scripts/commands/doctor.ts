import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { bodyText } from '../../spec/read-body.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { commandOf } from '../terminal/command-of.ts';
import { outcomeLine, toStdout } from '../terminal/print.ts';
import { textTable } from '../terminal/text-table.ts';
import { messageOf } from '../terminal/usage-error.ts';

/** What a look has found, and what is amiss with it. */
type Found = [found: string, amiss?: string | false];

export const command = (write = toStdout) =>
  commandOf('doctor', async (options: CommandOptions['doctor']) => {
    const findings: { what: string; is_well: boolean; found: string }[] = [];
    for (const [what, look] of Object.entries(looks)) {
      const [found, amiss] = await Promise.resolve(options)
        .then(look)
        .catch((error): Found => [messageOf(error), 'It could not be looked at.']);
      findings.push({ what, is_well: !amiss, found: amiss ? `${found}. ${amiss}` : found });
    }
    const rows = findings.map(({ what, is_well, found }) => [is_well ? 'ok' : 'AMISS', what, found]);
    write(outcomeLine(options.json, findings, textTable(['', 'what', 'found'], rows)));
    if (findings.some(({ is_well }) => !is_well)) process.exitCode = 1;
  });

const looks: Readonly<Record<string, (options: CommandOptions['doctor']) => Promise<Found> | Found>> = {
  Node() {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const isOld = major < 20 || (major === 20 && minor < 19);
    const found = `${process.version} on ${process.platform} ${process.arch}`;
    return [found, isOld && 'Payrig needs 20.19 or newer.'];
  },
  async port({ port }) {
    const answer = await fetch(`http://127.0.0.1:${port}/_sandbox/health`, {
      signal: AbortSignal.timeout(5000),
    }).catch((error) => error.cause?.code as string | undefined);
    if (answer === 'ECONNREFUSED') return [`${port} is free: no sandbox runs there`];
    const text = answer instanceof Response ? await bodyText(answer) : '';
    const { version, now, status, problems = [] } = text.startsWith('{') ? JSON.parse(text) : {};
    if (version === undefined)
      return [`Another program has port ${port}`, 'payrig sandbox --port takes another.'];
    const found = `Payrig ${version} runs on ${port}; its clock says ${now}`;
    return [found, status !== 'ok' && `It is ${status}: ${problems.join(' ')}`];
  },
  clock() {
    const now = new Date(Date.now());
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return [`${now.toISOString()}, time zone ${timeZone}`, now.getFullYear() < 2026 && 'Set it right.'];
  },
  async database({ store }) {
    if (store === undefined) return ['none is named (--store, PAYRIG_STORE); the state is kept in files'];
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: store, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      const { rows } = await client.query(
        "SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits, current_setting('max_connections') AS connections, clock_timestamp() AS now",
      );
      const { version, fsync, commits, connections, now } = rows[0];
      const found = `PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commits}, max_connections ${connections}`;
      if (fsync !== 'on') return [found, 'Without fsync a crash loses what was acknowledged.'];
      const apart = Math.round(Math.abs(now.getTime() - Date.now()) / 1000);
      return [found, apart > 5 && `Its clock and this one are ${apart} s apart.`];
    } finally {
      await client.end().catch(() => {});
    }
  },
  disk({ data }) {
    let folder = resolve(data);
    while (!existsSync(folder)) folder = dirname(folder);
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    const free = (bavail * bsize) / 1e9;
    return [`${free.toFixed(1)} GB free for ${data}`, free < 0.2 && '0.2 GB is the least to start with.'];
  },
  browser() {
    const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
    const folders = (process.env['PATH'] ?? '').split(delimiter);
    const places = folders.flatMap((folder) => names.map((name) => join(folder, name)));
    const found = process.env['PAYRIG_CHROMIUM'] ?? places.find((file) => existsSync(file));
    return [found ?? 'no Chromium in PATH or PAYRIG_CHROMIUM; only the tests of the console need one'];
  },
};
