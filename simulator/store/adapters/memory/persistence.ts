import type { Contents, DamagedDocumentError, Files } from '../../port.ts';
import { checkKey } from '../key.ts';
import type { Stored } from './client-store-state.ts';

/** Where a client's state outlives the process. What fails here has changed nothing. */
export type Persistence = {
  /** What there was at the start. */
  readonly loaded: readonly Stored[];
  /** The aggregates that cannot be read. */
  readonly damaged: ReadonlyMap<string, DamagedDocumentError>;
  save(id: string, stored: Stored | undefined): Promise<void>;
  replace(aggregates: readonly Stored[], files: Contents['files']): Promise<void>;
  readonly files: Files;
};

/** Nothing outlives the process. */
export function noPersistence(): Persistence {
  let files = new Map<string, Uint8Array>();
  return {
    loaded: [],
    damaged: new Map(),
    save: async () => {},
    async replace(_aggregates, contents) {
      files = new Map(contents.map(({ id, bytes }) => [id, bytes]));
    },
    files: {
      async put(id, bytes) {
        checkKey(id);
        files.set(id, Uint8Array.from(bytes));
      },
      get: async (id) => files.get(id),
      async remove(ids) {
        for (const id of ids) files.delete(id);
      },
      list: async () => [...files.keys()],
    },
  };
}
