import { clausesById } from '../../../spec/clauses.ts';
import { loadOpenPoints, type PointId, type Points } from '../../../spec/profile.ts';
import type { RunOptions } from '../../deployment/options.ts';
import type { Capability } from '../../judgement/capability.ts';
import type { Check, Context, Exclusive } from '../../judgement/check.ts';
import { isRefusal, isSuccess } from '../../target/exchange.ts';

export type Finding<T> = { readonly value: T } | { readonly unknown: string };

/** How one open point is learnt from a deployment. It judges nothing. */
export type AnyProbe = {
  readonly point: PointId;
  readonly needs?: readonly Capability[];
  /** Points that must be known before; those probes come first. */
  readonly after?: readonly PointId[];
  readonly exclusive?: Exclusive;
  /** Other probes build on it: it runs alone, before all of them. */
  readonly first?: boolean;
  /** What it does cannot be taken back: it is done once. */
  readonly once?: true;
  learn(ctx: Context): Promise<Finding<unknown>>;
};

/** A probe reports whatever status it saw; the schema of the point then says whether that value is foreseen. */
type AnyStatus<Value> = Value extends number ? number : never;
type StatusOf<Value> = Value extends number ? { readonly status: number } : never;

/** Declares one probe: its point, what it needs, and by what it learns; the status of an answer is a finding as it is. */
export const probe = <P extends PointId>(point: P, common: Omit<AnyProbe, 'point' | 'learn'> = {}) => ({
  by: (
    learn: (ctx: Context) => Promise<Finding<Points[P] | AnyStatus<Points[P]>> | StatusOf<Points[P]>>,
  ): AnyProbe => ({
    point,
    ...common,
    learn: async (ctx) => {
      const found = await learn(ctx);
      return 'status' in found ? seen(found.status) : found;
    },
  }),
});

/** A well-formed id that belongs to no user, account or other record. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

export const seen = <T>(value: T): Finding<T> => ({ value });

export const unknown = (reason: string): { unknown: string } => ({ unknown: reason });

export const takenAs = <T>(value: T, { status }: { status: number }): Finding<T | 'reject'> =>
  isRefusal({ status }) || isSuccess({ status })
    ? seen(isSuccess({ status }) ? value : 'reject')
    : unknown(`it answers ${status}`);

/** The open points that a run learns: all, or those that the chosen checks depend on with what those depend on. */
export function pointsWanted(
  checks: readonly Check[],
  probes: readonly AnyProbe[],
  { learnOnlyNeeded = false, only = [], replay }: RunOptions,
): Set<PointId> {
  if (!learnOnlyNeeded && only.length === 0 && replay === undefined)
    return new Set(loadOpenPoints().map(({ id }) => id));
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

export function inOrder(probes: readonly AnyProbe[]): AnyProbe[] {
  const byPoint = new Map(probes.map((one) => [one.point, one]));
  const ordered = new Set<AnyProbe>();
  const visit = (one: AnyProbe, path: readonly string[]): void => {
    if (ordered.has(one)) return;
    if (path.includes(one.point)) throw new Error(`Probes depend on each other: ${path.join(', ')}`);
    for (const point of one.after ?? []) {
      const before = byPoint.get(point);
      if (before) visit(before, [...path, one.point]);
    }
    ordered.add(one);
  };
  for (const one of probes) visit(one, []);
  return [...ordered];
}
