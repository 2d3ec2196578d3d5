import { kinds } from '../people/discrepancy-kinds.ts';
import { type Discrepancy, discrepancyOf } from '../people/presented.ts';
import { stream } from '../random.ts';

export const dishonestKinds = Object.keys(kinds).filter((kind) => kinds[kind]?.relation !== undefined);

/** What a drawn person of a world with a share of dishonest people does: one thing, its lawful neighbour, or nothing. */
export function discrepanciesOf(seed: string, index: number, share: number): Discrepancy[] {
  const draw = stream(seed, 'discrepancy', index);
  const place = draw.unit();
  if (place >= 2 * share) return [];
  const kind = draw.pick(dishonestKinds);
  return [discrepancyOf(place < share ? kind : (kinds[kind]?.neighbour ?? kind))];
}
