import { expect, it, onTestFinished } from 'vitest';
import type { SandboxOptions } from '../app/options.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import { createSandbox } from '../sandbox.ts';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';
import {
  CLIENT_DOCUMENT,
  type ClientStore,
  type Store,
  StoreUnavailableError,
  type Write,
  workItem,
} from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import { changeSettings, reschedule } from './reschedule.ts';

const full = new StoreUnavailableError('no space left');

/** A store whose clients' records can be changed so many times more, as on a disk that fills. */
function filling(store: Store, room: { changes: number; error?: Error }): Store {
  const limited = (clientStore: ClientStore): ClientStore =>
    new Proxy(clientStore, {
      get(target, name) {
        if (name !== 'change') {
          const value = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        const change: ClientStore['change'] = async (id, decide, options) => {
          if (id === CLIENT_DOCUMENT && room.changes === 0) throw room.error ?? full;
          if (id === CLIENT_DOCUMENT) room.changes -= 1;
          return target.change(id, decide, options);
        };
        return change;
      },
    });
  return { ...store, clientStore: (client) => limited(store.clientStore(client)) };
}

async function configurationOf(room: { changes: number; error?: Error }, log?: SandboxOptions['log']) {
  const wrap = { store: (store: Store) => filling(store, room) };
  const sandbox = await createSandbox({ users: 4, wrap, ...(log && { log }) });
  onTestFinished(() => sandbox.close());
  return async (method: string, body?: object) => {
    const headers = { 'X-API-KEY': 'sandbox-key', 'Content-Type': 'application/json' };
    const response = await fetch(`${sandbox.url}/configuration`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

it('a change of settings that is committed is not answered as refused, whatever becomes of the schedules', async () => {
  const room = { changes: Number.POSITIVE_INFINITY };
  const call = await configurationOf(room);
  room.changes = 1;
  expect((await call('PATCH', { client_display_name: 'Changed' })).status).toBe(200);
  expect((await call('GET')).body['client_display_name']).toBe('Changed');
  expect((await call('PATCH', { client_display_name: 'Refused' })).status).toBe(503);
  expect((await call('GET')).body['client_display_name']).toBe('Changed');
});

it('a fault of the sandbox while it schedules checks is answered as one, and logged', async () => {
  const room = { changes: Number.POSITIVE_INFINITY, error: new Error('a bug') };
  const logged: unknown[] = [];
  const call = await configurationOf(room, { error: (error) => void logged.push(error) });
  room.changes = 1;
  expect((await call('PATCH', { client_display_name: 'Changed' })).status).toBe(500);
  expect(logged).toContain(room.error);
});

it('schedules the checks later, by the work of the change, when the store was away', async () => {
  const clientStore = memoryStore().clientStore('client');
  const check = workItem({ id: 'check-ann', kind: 'check', owner: 'ann', due: 5 });
  const made = { document: {}, result: undefined };
  await clientStore.change('ann', () => ({ ...made, sortKey: 'ann', work: [check] }));
  await clientStore.change(CLIENT_DOCUMENT, () => ({ ...made, sortKey: CLIENT_DOCUMENT }));
  const record = { configuration: { recurring_checks_enabled: false } } as ClientRecord;
  const scheduled: string[] = [];
  let isAway = true;
  const state = {
    read: async () => record,
    change: <T>(rule: (record: ClientRecord) => Write<T>) =>
      clientStore.change(CLIENT_DOCUMENT, () => {
        const { work = [], removeWork = [], result } = rule(record);
        return { work, removeWork, result };
      }),
  };
  const users = {
    change: async (owner: string) => {
      if (isAway) throw full;
      scheduled.push(owner);
    },
  };
  const client = { clientStore, state, users } as unknown as Client;

  expect(await changeSettings(client, { id: '1', now: 0 }, () => ({ record, result: 'kept' }))).toBe('kept');
  expect(scheduled).toEqual([]);

  isAway = false;
  const [claim] = await clientStore.work.claim({ now: 0, limit: 10, leaseMs: 1000 });
  expect(claim?.item).toMatchObject({ id: 'reschedule-1', kind: 'reschedule' });
  const done = await reschedule(client)(claim!, 0, async () => 0);
  await (done as Exclude<typeof done, 'later'>).write(claim!);
  expect(scheduled).toEqual(['ann']);
  expect(await clientStore.work.get('reschedule-1')).toBeUndefined();
});
