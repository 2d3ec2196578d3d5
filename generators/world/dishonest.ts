import type { Kind } from '../people/discrepancy.ts';
import { type DiscrepancyKind, kinds } from '../people/discrepancy-kinds.ts';
import { type Discrepancy, discrepancyOf } from '../people/presented.ts';
import { stream } from '../random.ts';

/** The kinds that break a relation. */
export const dishonestKinds = (Object.entries(kinds) as [DiscrepancyKind, Kind][])
  .filter(([, { relation }]) => relation !== undefined)
  .map(([kind]) => kind);

/** What a drawn person of a world with a share of dishonest people does: one thing, its lawful neighbour, or nothing. */
export function discrepanciesOf(seed: string, index: number, share: number): Discrepancy[] {
  const draw = stream(seed, 'discrepancy', index);
  const place = draw.unit();
  if (place >= 2 * share) return [];
  const kind = draw.pick(dishonestKinds);
  const neighbour = (kinds[kind] as Kind).neighbour as DiscrepancyKind | undefined;
  return [discrepancyOf(place < share ? kind : (neighbour ?? kind))];
}
