import { describeStore } from '../../testing/describe-store.ts';
import { memoryStore } from './memory-store.ts';

describeStore('the memory store', async () => ({
  open: async () => memoryStore(),
  durable: false,
  shared: false,
  remove: async () => {},
}));
