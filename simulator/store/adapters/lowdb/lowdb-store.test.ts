import { describeStore } from '../../testing/describe-store.ts';
import { durableLaws } from '../../testing/shared-laws.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { lowdbStore } from './lowdb-store.ts';

async function make() {
  const { path, remove } = await temporaryFolder();
  return { open: () => lowdbStore(path), durable: true, shared: false, remove };
}

describeStore('the lowdb store', make, 40);
durableLaws(make);
