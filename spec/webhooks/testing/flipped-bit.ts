/** A copy of some bytes with one bit flipped; any number picks one. */
export function flippedAt(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const at = bit % (bytes.length * 8);
  copy[at >> 3]! ^= 1 << (at & 7);
  return copy;
}
