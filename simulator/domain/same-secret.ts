import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in a time that does not depend on how much of them is equal. */
export const sameSecret = (given: string, right: string): boolean =>
  timingSafeEqual(digest(given), digest(right));
