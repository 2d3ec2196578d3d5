/** Breaks for one word alone, letter by letter: each that is right leads to another block. */
export function nested(bytes: Buffer): void {
  if (bytes[0] !== 0x70) return;
  if (bytes[1] !== 0x61) return;
  if (bytes[2] === 0x79) throw new Error('found');
}
