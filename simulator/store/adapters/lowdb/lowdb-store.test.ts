import { describeStore } from '../../testing/describe-store.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { lowdbStore } from './lowdb-store.ts';

describeStore('the lowdb store', async () => {
  const { path, remove } = await temporaryFolder();
  return { open: () => lowdbStore(path), durable: true, shared: false, remove };
});
