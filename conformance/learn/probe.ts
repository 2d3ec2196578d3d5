import type { PointId, Points } from '../../spec/profile.ts';
import type { Capability } from '../capability.ts';
import type { Context } from '../check.ts';
import type { Exclusive } from '../run/run-schedule.ts';

/** What a probe found out: a value, or why there is none. */
export type Finding<T> = { readonly value: T } | { readonly unknown: string };

/** How one open point is learnt from a deployment. It judges nothing. */
export type Probe<P extends PointId = PointId> = {
  readonly point: P;
  readonly needs?: readonly Capability[];
  /** Points that must be known before; those probes come first. */
  readonly after?: readonly PointId[];
  readonly exclusive?: Exclusive;
  /** Others build on it: it is made before them all, alone. */
  readonly first?: boolean;
  /** True when the probe does not write, though points of its kind would. */
  readonly readsOnly?: boolean;
  learn(ctx: Context): Promise<Finding<Points[P]>>;
};

/** A probe whose point is its own business. */
export type AnyProbe = Omit<Probe, 'learn'> & { learn(ctx: Context): Promise<Finding<unknown>> };

/** Declares one probe: a literal that begins with its point. */
export const probe = <P extends PointId>(literal: Probe<P>): AnyProbe => literal;

/** The value was seen. */
export const seen = <T>(value: T): Finding<T> => ({ value });

/** Nothing could be learnt, with the reason. */
export const unknown = (reason: string): { unknown: string } => ({ unknown: reason });
