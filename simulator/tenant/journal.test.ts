import { describe, expect, it } from 'vitest';
import { recentRequests } from '../store/adapters/memory/memory-store.ts';
import type { RequestLog } from '../store/port.ts';
import { JournalRecord, journal as journalOf } from './journal.ts';

function add(log: RequestLog, requestId: string, bytes = 10, body: unknown = {}): void {
  const request = { requestId, operation: 'listUsers', method: 'GET', url: '/users', headers: {} };
  const record = new JournalRecord(request);
  record.body = body;
  record.log = log;
  record.end(200, {}, bytes);
}

describe('the request journal', () => {
  it('keeps the latest thousand, newest first', async () => {
    const log = recentRequests();
    const journal = journalOf(log);
    for (let n = 1; n <= 1005; n += 1) add(log, String(n));
    const ids = (await journal.list(2000)).map(({ request_id }) => request_id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1000, '1005', '6']);
    expect((await journal.list(2)).map(({ request_id }) => request_id)).toEqual(['1005', '1004']);
  });

  it('keeps fewer when they are large, but always the latest', async () => {
    const log = recentRequests();
    const journal = journalOf(log);
    for (let n = 1; n <= 100; n += 1) add(log, String(n), 1 << 20);
    expect(await journal.list(1000)).toHaveLength(16);
    add(log, 'huge', 1 << 30);
    expect((await journal.list(1000)).map(({ request_id }) => request_id)).toEqual(['huge']);
  });

  it('shows a body that is nested too deeply to be walked through', async () => {
    const log = recentRequests();
    const journal = journalOf(log);
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
    add(log, 'deep', 1, { password: 'secret', deep });
    const text = JSON.stringify(await journal.list(1));
    expect(text).toContain('nested too deeply');
    expect(text).not.toContain('secret');
  });
});
