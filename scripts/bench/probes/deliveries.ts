// Run as a process: `deliveries.ts PLACE COUNT` serves a client with so many finished deliveries, and prints its address;
// `deliveries.ts PLACE kept` serves what an earlier process made there.
import { randomUUID } from 'node:crypto';
import { openStore } from '../../../simulator/app/open-store.ts';
import { createSandbox } from '../../../simulator/sandbox.ts';
import { CLIENT_DOCUMENT } from '../../../simulator/store/port.ts';
import { createCaller } from '../../../spec/caller.ts';

const KEPT = 'kept';
const [place = '', count = ''] = process.argv.slice(2);
const { store } = await openStore(
  place === 'memory' ? {} : place.startsWith('postgres') ? { store: place } : { data: place },
  Date.now,
);
const sandbox = await createSandbox({
  store,
  wrap: { ports: (ports) => ({ ...ports, transport: async () => ({ status: 204 }) }) },
});
if (count !== KEPT) await makeDeliveries(Number(count));
console.log(sandbox.url);

async function makeDeliveries(wanted: number): Promise<void> {
  const { call } = createCaller({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
  const event = 'user-payroll-submitted';
  await call('createWebhook', { body: { name: 'bench', events: [event], url: 'http://127.0.0.1:9/' } });
  const { user_id } = await call('createUser', { body: {} });
  await call('createEntry', { path: { user_id }, body: { payroll_submissions: [{}] } });
  await call('moveClock', { body: { by: 'PT1M' } });

  const { aggregates, work, files } = await store.clientStore('sandbox').contents();
  const delivery = work.find(({ kind }) => kind === 'delivery')!;
  const { sortKey = '', document = {} } = aggregates.find(({ id }) => id === user_id) ?? {};
  const owners = Array.from({ length: 1000 }, () => randomUUID());
  await store.clientStore('sandbox').replace({
    aggregates: [
      ...aggregates.filter(({ id }) => id === CLIENT_DOCUMENT),
      ...owners.map((id) => ({ id, sortKey, document: { ...document, user_id: id } })),
    ],
    work: Array.from({ length: wanted }, (_, n) => {
      const id = randomUUID();
      const owner = owners[n % owners.length]!;
      return { ...delivery, id, owner, sequence: n + 1 };
    }),
    files,
  });
}
