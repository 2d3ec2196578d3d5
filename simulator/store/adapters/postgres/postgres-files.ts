import type { Files } from '../../port.ts';
import { checkKey, isKey } from '../key.ts';
import type { Database } from './database.ts';

export function postgresFiles(database: Database, client: string): Files {
  return {
    async put(id, bytes) {
      checkKey(id);
      await database.query(
        'insert into payrig.file values ($1, $2, $3) on conflict (client, id) do update set bytes = excluded.bytes',
        [client, id, Buffer.from(bytes)],
      );
    },
    async get(id) {
      if (!isKey(id)) return undefined;
      const { rows } = await database.query<{ bytes: Buffer }>(
        'select bytes from payrig.file where client = $1 and id = $2',
        [client, id],
      );
      return rows[0]?.bytes;
    },
    async remove(ids) {
      await database.query('delete from payrig.file where client = $1 and id = any ($2)', [
        client,
        ids.filter(isKey),
      ]);
    },
    async list() {
      const { rows } = await database.query<{ id: string }>('select id from payrig.file where client = $1', [
        client,
      ]);
      return rows.map(({ id }) => id);
    },
  };
}
