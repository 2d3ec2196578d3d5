import { memoryStore } from './memory-store.ts';
import { describeStore } from './testing/store-suite.ts';

describeStore('the memory store', async () => ({
  open: async () => memoryStore(),
  isDurable: false,
  remove: async () => {},
}));
