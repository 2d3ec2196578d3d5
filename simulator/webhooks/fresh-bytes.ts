import { randomBytes } from 'node:crypto';

const POOL_BYTES = 4096;

/** A source of random bytes for vectors, which asks the system for many at a time; no byte is handed out twice. */
export function createFreshBytes(
  source: (bytes: number) => Buffer = randomBytes,
): (bytes: number) => Uint8Array {
  let pool: Buffer = Buffer.alloc(0);
  let used = 0;
  return (bytes) => {
    if (used + bytes > pool.length) {
      pool = source(Math.max(POOL_BYTES, bytes));
      used = 0;
    }
    used += bytes;
    return pool.subarray(used - bytes, used);
  };
}
