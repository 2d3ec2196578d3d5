import { clausesById } from '../../spec/clauses.ts';
import { loadOpenPoints } from '../../spec/open-points.ts';
import type { PointId } from '../../spec/profile.ts';
import type { Check } from '../check.ts';
import type { RunOptions } from '../deployment/options.ts';
import type { AnyProbe } from './probe.ts';

/** The open points that a run learns: all, or those that the chosen checks depend on with what those depend on. */
export function pointsWanted(
  checks: readonly Check[],
  probes: readonly AnyProbe[],
  { learnOnlyNeeded = false, only = [], replay }: RunOptions,
): Set<PointId> {
  if (!learnOnlyNeeded && only.length === 0 && replay === undefined)
    return new Set(loadOpenPoints().map(({ id }) => id as PointId));
  const wanted = new Set<PointId>();
  const add = (point: PointId): void => {
    if (wanted.has(point)) return;
    wanted.add(point);
    for (const one of probes) if (one.point === point) for (const before of one.after ?? []) add(before);
  };
  for (const check of checks) {
    for (const point of [...(check.points ?? []), ...(check.uses ?? [])]) add(point);
    for (const point of clausesById().get(check.clause)?.dependsOn ?? []) add(point);
  }
  return wanted;
}
