// Run as a process: learns for a while what stands behind the bytes of `nested`, and sends what it found.
import { stream } from '../../../../generators/random.ts';
import { learn } from './learn.ts';
import { nested } from './nested.ts';

const target = {
  name: 'nested',
  watches: /readers\/nested/,
  seeds: [Buffer.from('...')],
  read: nested,
};
const seed = Number(process.argv[2]);
const { crashes, kept } = await learn(target, 60, stream(seed), { mostCrashes: 1 });
process.send?.({ figures: { kept }, problems: crashes.map(({ error }) => String(error)) });
