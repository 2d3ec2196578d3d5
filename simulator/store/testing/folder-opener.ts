// A process that opens a folder and tells how many aggregates its client has.
import { lowdbStore } from '../adapters/lowdb/lowdb-store.ts';

const store = await lowdbStore(process.argv[2]!);
console.log((await store.clientStore('client').list({ offset: 0, limit: 10_000 })).length);
await store.close();
