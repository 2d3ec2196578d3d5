import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts';
import { OpenWatch } from './open-watch.ts';
import { startStatus } from './status.ts';
import { exchanges } from './testing/watched.ts';
import { sendRaw } from './testing/wire.ts';

test('the status port shows each clause with its counts and when it was seen last, files that fail, and the report', async () => {
  const open = new OpenWatch({ ledgerFile: join(await temporaryFolder(), 'missing', 'ledger.json') });
  const report = () => open.watch.ledger.report('https://staging.example');
  const status = await startStatus({ open, report, port: 0 });
  onTestFinished(() => status.close());
  const read = async (path: string) => (await fetch(status.url + path)).text();
  const shows = (months: unknown) =>
    ['GET', '/configuration', undefined, 200, { payroll_period_months: months }] as const;
  exchanges(open.watch, [[...shows('six')], [...shows(6)], [...shows(6)]]);
  expect(open.save('')).toContain('cannot be written');

  const lines = (await read('/metrics')).trimEnd().split('\n');
  const form =
    /^(# (HELP|TYPE) payrig_watch_[a-z_]+ .+|payrig_watch_[a-z_]+(\{[a-z]+="[^"\\]+"\})? [\d.e+-]+)$/;
  expect(lines.filter((line) => !form.test(line))).toEqual([]);
  expect(lines).toContain('payrig_watch_exchanges_total 3');
  expect(lines).toContain('payrig_watch_file_errors_total 1');
  const clause = '{clause="configuration.shape.types"}';
  expect(lines).toContain(`payrig_watch_clause_broken_total${clause} 1`);
  expect(lines).toContain(`payrig_watch_clause_confirmed_total${clause} 2`);
  expect(lines).toContain(`payrig_watch_clause_last_broken_seconds${clause} 1800000000`);
  expect(lines).toContain(`payrig_watch_clause_last_confirmed_seconds${clause} 1800000000.002`);

  expect(JSON.parse(await read('/ready'))).toEqual({ ready: true });
  const { clauses } = JSON.parse(await read('/report'));
  const told = clauses.find((one: { clause: string }) => one.clause === 'configuration.shape.types');
  expect(told.failure.diagnosis[0]).toMatch(/kept since .*, 2 times/);
  expect((await fetch(`${status.url}/constructor`)).status).toBe(404);
  const rebound = 'GET /report HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
  expect(`${(await sendRaw(status.url, [rebound], () => false)).bytes}`).toMatch(/^HTTP\/1.1 404 /);
});
