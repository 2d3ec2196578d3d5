// Changes a store in a folder or a database as fast as it can, and tells each change once it is acknowledged, until it is killed.
import { lowdbStore } from '../adapters/lowdb/lowdb-store.ts';
import { postgresStore } from '../adapters/postgres/postgres-store.ts';
import type { ClientStore } from '../port.ts';
import { contentsOf, documentOf, itemsOf, USERS } from './written.ts';

const address = process.argv[2]!;
const store = await (address.startsWith('postgres:') ? postgresStore(address) : lowdbStore(address));
const users = store.clientStore('users');
const resets = store.clientStore('resets');

async function count(clientStore: ClientStore, id: string): Promise<never> {
  for (;;) {
    const n = await clientStore.change(id, ({ document }) => {
      const next = Number(document?.n ?? 0) + 1;
      return {
        document: documentOf(next),
        sortKey: id,
        work: itemsOf(id, next),
        removeWork: [`${id}-${next - 2}`],
        result: next,
      };
    });
    console.log(`${id} ${n}`);
  }
}

async function reset(): Promise<never> {
  for (let n = Number((await resets.read('user-0'))?.n ?? 0) + 1; ; n += 1) {
    await resets.replace(contentsOf(n));
    console.log(`reset ${n}`);
  }
}

await Promise.all([...USERS.map((id) => count(users, id)), reset()]);
