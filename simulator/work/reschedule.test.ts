import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../sandbox.ts';
import { CLIENT_DOCUMENT, type ClientStore, type Store, StoreUnavailableError } from '../store/port.ts';

/** A store whose clients' records can be changed so many times more, as on a disk that fills. */
function filling(store: Store, room: { changes: number }): Store {
  const limited = (clientStore: ClientStore): ClientStore =>
    new Proxy(clientStore, {
      get(target, name) {
        if (name !== 'change') {
          const value = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        const change: ClientStore['change'] = async (id, decide, options) => {
          if (id === CLIENT_DOCUMENT && room.changes === 0) throw new StoreUnavailableError('no space left');
          if (id === CLIENT_DOCUMENT) room.changes -= 1;
          return target.change(id, decide, options);
        };
        return change;
      },
    });
  return { ...store, clientStore: (client) => limited(store.clientStore(client)) };
}

it('a change of settings that is committed is not answered as refused, whatever becomes of the schedules', async () => {
  const room = { changes: Number.POSITIVE_INFINITY };
  const sandbox = await createSandbox({ users: 4, wrap: { store: (store) => filling(store, room) } });
  onTestFinished(() => sandbox.close());
  const call = async (method: string, body?: object) => {
    const headers = { 'X-API-KEY': 'sandbox-key', 'Content-Type': 'application/json' };
    const response = await fetch(`${sandbox.url}/configuration`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  room.changes = 1;
  expect((await call('PATCH', { client_display_name: 'Changed' })).status).toBe(200);
  expect((await call('GET')).body['client_display_name']).toBe('Changed');
  expect((await call('PATCH', { client_display_name: 'Refused' })).status).toBe(503);
  expect((await call('GET')).body['client_display_name']).toBe('Changed');
});
