import fc from 'fast-check';
import { stream } from '../random.ts';

/** An instant at which a world is born, where any will do. */
export const someBirth = Date.parse('2026-10-01T09:00:00.000Z');

const EARLIEST = Date.parse('2024-01-01T00:00:00.000Z');
const DAY = 86_400_000;

/** Six years of days on which a world may be born, to the millisecond. */
export const arbitraryBirth: fc.Arbitrary<number> = fc
  .integer({ min: 0, max: 6 * 365 * DAY })
  .map((after) => EARLIEST + after);

/** The birth of a world and how far its clock is moved, drawn over six years for each key. */
export function drawnTimes(...key: (string | number)[]): { born: number; until: number } {
  const draws = stream('births', ...key);
  const born = EARLIEST + draws.int(0, 6 * 365) * DAY + draws.int(0, DAY - 1);
  return { born, until: born + (draws.chance(0.4) ? 0 : draws.int(0, 800) * DAY) };
}
