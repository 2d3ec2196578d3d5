import type { Stream } from '../../../generators/random.ts';
import { mutated } from '../fuzz/mutate.ts';

const interesting = [
  '0',
  '-1',
  '1e999',
  '99999999999999999999',
  'null',
  '\u0000',
  '\uFFFF',
  '"',
  '{',
  '[',
  '%',
  '\n',
];

/** Bytes that are nearly the ones given: by bits, by pieces of others and, where they are JSON, by its structure. */
export function mutateBytes(bytes: Buffer, other: Buffer, words: readonly string[], chance: Stream): Buffer {
  if (chance.chance(0.5)) {
    const changed = mutatedJson(bytes, chance);
    if (changed) return changed;
  }
  let result = bytes;
  for (let turns = chance.int(1, 4); turns > 0; turns -= 1) result = once(result, other, words, chance);
  return result.subarray(0, MOST);
}

/** Longer inputs are slower and find no more. */
const MOST = 64 << 10;

function mutatedJson(bytes: Buffer, chance: Stream): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(mutated(JSON.parse(bytes.toString()), chance)) ?? '');
  } catch {
    return undefined;
  }
}

function once(bytes: Buffer, other: Buffer, words: readonly string[], chance: Stream): Buffer {
  const at = chance.int(0, bytes.length);
  const end = Math.min(bytes.length, at + chance.pick([1, 1, 4, 16, 256]));
  const replaced = (by: Buffer, until = end): Buffer =>
    Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(until)]);
  return chance.weighted<() => Buffer>([
    [
      () =>
        replaced(Buffer.from([(bytes[at] ?? 0) ^ (1 << chance.int(0, 7))]), Math.min(at + 1, bytes.length)),
      4,
    ],
    [() => replaced(Buffer.alloc(0)), 2],
    [() => replaced(Buffer.from(chance.pick([...interesting, ...words]))), 4],
    [() => replaced(Buffer.from(chance.pick([...interesting, ...words])), at), 4],
    [() => replaced(bytes.subarray(at, end), at), 2],
    [() => replaced(pieceOf(other, chance)), 3],
    [() => replaced(Buffer.from([chance.int(0, 255)]), at), 1],
    [() => replaced(Buffer.from([chance.int(0, 255)]), Math.min(at + 1, bytes.length)), 4],
    [() => bytes.subarray(0, at), 1],
  ])();
}

function pieceOf(bytes: Buffer, chance: Stream): Buffer {
  const at = chance.int(0, bytes.length);
  return bytes.subarray(at, at + chance.int(1, 512));
}
