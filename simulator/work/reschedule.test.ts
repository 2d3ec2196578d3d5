import { expect, it, onTestFinished } from 'vitest';
import type { SandboxOptions } from '../app/options.ts';
import { createSandbox } from '../sandbox.ts';
import { CLIENT_DOCUMENT, type ClientStore, type Store, StoreUnavailableError } from '../store/port.ts';

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
