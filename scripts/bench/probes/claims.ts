// Run as a process: `claims.ts URL BATCH FEW MANY`, on an empty database. It puts FEW items for one client and MANY for another,
// BATCH of which are due, and prints a line. Each line on standard input, `claim|look few|many`, has it claim a batch and give it
// back, or find nothing due, as a worker does; it prints how many milliseconds that took.
import { createInterface } from 'node:readline';
import { postgresStore } from '../../../simulator/store/adapters/postgres/postgres-store.ts';
import type { ClientStore } from '../../../simulator/store/port.ts';

const [url = '', ...counts] = process.argv.slice(2);
const [batch = 0, few = 0, many = 0] = counts.map(Number);
const store = await postgresStore(url);

async function filled(client: string, count: number): Promise<ClientStore> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const aggregates = numbers.map((n) => ({ id: `u${n}`, sortKey: `u${n}`, document: { n } }));
  const work = numbers.map((n) => ({
    ...{ id: `w${n}`, kind: 'delivery', owner: `u${n}`, queue: 'w', target: null, data: {} },
    ...{ due: n < batch ? 0 : 1, sequence: n + 1 },
  }));
  const clientStore = store.clientStore(client);
  await clientStore.replace({ aggregates, work, files: [] });
  return clientStore;
}

const clients: Record<string, ClientStore> = {
  few: await filled('few', few),
  many: await filled('many', many),
};
const query = { limit: batch, leaseMs: 60_000 };
const tasks: Record<string, (of: ClientStore) => Promise<unknown>> = {
  async claim({ work }) {
    await work.release(await work.claim({ ...query, now: 0 }));
  },
  async look({ work }) {
    await work.claim({ ...query, now: -1 });
    await work.nextDue();
  },
};
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [task = '', client = ''] = line.split(' ');
  const began = performance.now();
  await tasks[task]!(clients[client]!);
  console.log(performance.now() - began);
}
