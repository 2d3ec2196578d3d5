import type { Files } from '../../port.ts';
import { checkKey, isKey } from '../key.ts';
import type { Database } from './database.ts';

export function postgresFiles(database: Database, client: string): Files {
  return {
    async put(id, bytes) {
      checkKey(id);
      const text = `insert into payrig.file values ($1, $2, $3)
        on conflict (client, id) do update set bytes = excluded.bytes`;
      await database.run(text, client, id, Buffer.from(bytes));
    },
    async get(id) {
      if (!isKey(id)) return undefined;
      const text = 'select bytes from payrig.file where client = $1 and id = $2';
      return (await database.rows<{ bytes: Buffer }>(text, client, id))[0]?.bytes;
    },
    async remove(ids) {
      const text = 'delete from payrig.file where client = $1 and id = any ($2)';
      await database.run(text, client, ids.filter(isKey));
    },
    async list() {
      const text = 'select id from payrig.file where client = $1';
      return (await database.rows<{ id: string }>(text, client)).map(({ id }) => id);
    },
  };
}
