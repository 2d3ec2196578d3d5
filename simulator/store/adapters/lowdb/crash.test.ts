import { crashLaws } from '../../testing/crash-laws.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { lowdbStore } from './lowdb-store.ts';

crashLaws(async () => {
  const { path, remove } = await temporaryFolder();
  return { address: path, open: () => lowdbStore(path), remove };
});
