import { hash32, hash128 } from './random.ts';

const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hex8 = (value: number) =>
  `${bytes[value >>> 24]}${bytes[(value >>> 16) & 255]}${bytes[(value >>> 8) & 255]}${bytes[value & 255]}`;

/** Puts 128 bits in the shape of a version 4 UUID. */
function uuidOf(a: number, b: number, c: number, d: number): string {
  const second = hex8(b);
  const third = hex8(c);
  const variant = '89ab'[(c >>> 30) & 3];
  return `${hex8(a)}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${hex8(d)}`;
}

export const seededUuid = (...key: (string | number)[]): string => uuidOf(...hash128(key.join('/')));

/** The first eight digits hold the index, so that an id leads back to its person without any table. */
export function seededUserId(seed: string, index: number): string {
  const [, b, c, d] = hash128(`${seed}/user/${index}`);
  return uuidOf(index ^ maskOf(seed), b, c, d);
}

let last = { seed: '', mask: hash32('') };

/** What the first eight digits of a seed's ids are mixed with; asked for again and again for the same few seeds. */
function maskOf(seed: string): number {
  if (last.seed !== seed) last = { seed, mask: hash32(seed) };
  return last.mask;
}

/** The index of the seeded user to whom an id belongs, be it the user's own or that of one of their resources. */
export function indexOfSeededOwner(seed: string, id: string): number | undefined {
  const index = indexIn(seed, id);
  return index !== undefined && userPrefix(seededUserId(seed, index)) === userPrefix(id) ? index : undefined;
}

export function indexOfSeededUser(seed: string, userId: string): number | undefined {
  const index = indexIn(seed, userId);
  return index !== undefined && seededUserId(seed, index) === userId.toLowerCase() ? index : undefined;
}

/** The index that an id would stand for if it were one of this seed's. */
const indexIn = (seed: string, id: string): number | undefined =>
  /^[0-9a-f]{8}-/i.test(id) ? (Number.parseInt(id.slice(0, 8), 16) ^ maskOf(seed)) >>> 0 : undefined;

/** The first twelve hex digits of a user's id, with which the ids of all the user's resources begin. */
export const userPrefix = (id: string): string => id.slice(0, 13).toLowerCase();

/** The id of something that belongs to a user: it begins as the user's id does, and the key decides the rest. */
export const resourceId = (userId: string, ...key: (string | number)[]): string =>
  userPrefix(userId) + seededUuid(userId.toLowerCase(), ...key).slice(13);
