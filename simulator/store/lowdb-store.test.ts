import { type LowdbStoreOptions, lowdbStore } from './lowdb-store.ts';
import { describeStore } from './testing/store-suite.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const inFolder = (options: LowdbStoreOptions) => async () => {
  const { path, remove } = await temporaryFolder();
  return { open: () => lowdbStore(path, options), isDurable: true, remove };
};

describeStore('the lowdb store', inFolder({}));
describeStore('the lowdb store with hardly any room', inFolder({ cacheSize: 100, journalBytes: 300 }));
describeStore('the lowdb store that flushes the disk', inFolder({ sync: true }));
