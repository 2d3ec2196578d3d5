import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Stream } from '../../../generators/random.ts';

export type Damage = (file: string, another: string, chance: Stream) => void;

/** What becomes of a file on a bad disk, or in a careless colleague's hands. */
export const fileDamages: Readonly<Record<string, Damage>> = {
  'a flipped bit': (file, _, chance) => {
    const bytes = readFileSync(file);
    bytes[chance.int(0, bytes.length - 1)]! ^= 1 << chance.int(0, 7);
    writeFileSync(file, bytes);
  },
  'cut off': (file, _, chance) => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, chance.int(1, bytes.length - 1)));
  },
  emptied: (file) => writeFileSync(file, ''),
  zeroed: (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length)),
  'the half of another': (file, another) => {
    const [own, other] = [readFileSync(file), readFileSync(another)];
    writeFileSync(file, Buffer.concat([own.subarray(0, own.length >> 1), other.subarray(other.length >> 1)]));
  },
  'the file of another': (file, another) => writeFileSync(file, readFileSync(another)),
  'written by hand': (file) => writeFileSync(file, '{"id": "x", "document": {}}\n'),
  deleted: (file) => rmSync(file),
};
