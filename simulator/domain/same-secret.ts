import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A short key for a text of any length and in any alphabet, such as a part of a sort key. */
export const hashOf = (text: string): string => digest(text).toString('hex');

/** Compares two secrets in a time that does not depend on how much of them is equal. */
export const sameSecret = (given: string, right: string): boolean =>
  timingSafeEqual(digest(given), digest(right));
