import type { FuzzTarget } from './learn.ts';

/** Breaks for one word alone, letter by letter: each that is right leads to another block. */
function read(bytes: Buffer): void {
  if (bytes[0] !== 0x70) return;
  if (bytes[1] !== 0x61) return;
  if (bytes[2] === 0x79) throw new Error('found');
}

export const nestedTarget = (): FuzzTarget => ({
  name: 'nested',
  watches: /readers\/nested/,
  seeds: [Buffer.from('...')],
  read,
  mostCrashes: 1,
});
