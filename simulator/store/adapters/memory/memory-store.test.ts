import { describeStore } from '../../testing/describe-store.ts';
import { memoryStore } from './memory-store.ts';

const make = async () => ({
  open: async () => memoryStore(),
  durable: false,
  shared: false,
  remove: async () => {},
});

describeStore('the memory store', make, 150);
