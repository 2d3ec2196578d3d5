import type { ClauseId } from '../../spec/clauses.ts';
import type { PointId, Points, Profile } from '../../spec/profile.ts';
import type { Caller } from '../target/caller.ts';
import type { Incident } from '../target/incident.ts';
import type { Arrangement } from './arrangement.ts';
import type { Capability } from './capability.ts';
import type { Inputs, Judging } from './judge-check.ts';
import type { Receiver } from './receiver.ts';

/** Client-wide state that a check changes or counts on: it runs alone, after the others, and late for the clock. */
export type Exclusive = 'users' | 'configuration' | 'webhooks' | 'clock' | 'end';

export type ClientUnderTest = Caller & {
  /** Sets state up. What the run cannot arrange throws CannotArrange, and the check is skipped. */
  readonly arrange: Arrangement;
};

/** A client of which nothing is used but its calls, or the arrangement of its state. */
export type Calling = Pick<ClientUnderTest, 'call'>;
export type Arranging = Pick<ClientUnderTest, 'arrange'>;

/** What a check gets. `points` holds the open points it asked for, `known` whatever was learnt or declared. */
export type Context<P extends PointId = never, A = unknown> = ClientUnderTest & {
  readonly points: Pick<Points, P>;
  readonly known: Partial<Points>;
  readonly naming: Profile['naming'];
  readonly arranged: A;
  readonly other: ClientUnderTest;
  readonly production: ClientUnderTest;
  readonly member: { readonly username: string; readonly password: string };
  readonly receiver: Receiver;
  /** A new unique text with the suite's recognisable mark. */
  mark(label?: string): string;
  /** Makes something that is expensive once in a run, for all checks and probes that use the key; the run removes it. */
  shared<T>(key: string, make: (ctx: ClientUnderTest) => Promise<T>): Promise<T>;
  /** Answers that no check may get, such as those of 500 and above, in the run so far. */
  readonly incidents: readonly Incident[];
  /** Reads until the deployment has extracted an upload; returns what it read last when that does not come in time. */
  extracted<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T>;
  /** Whether a fixtures file lends this user to the run, which did not create it. */
  isLent(userId: string): boolean;
  /** Two instants of the deployment's clock between which this very moment lies. */
  moment(): Promise<{ from: number; to: number }>;
};

/** What a check starts from, and the inputs that it ranges over. */
export type Settings<P extends PointId, A, T> = {
  /** What must be offered; `writes` follows by itself from the clause's operations. */
  readonly needs?: readonly Capability[];
  /** Open points whose value must be known; the check is skipped otherwise. */
  readonly points?: readonly P[];
  /** Open points that it consults by `known`, whether or not they could be learnt. */
  readonly uses?: readonly PointId[];
  readonly exclusive?: Exclusive | undefined;
  /** A general law, such as that one of two things leaves the other alone; `mutants --laws` judges by laws alone. */
  readonly law?: true;
  /** True when nothing is written although an operation of the clause would write. */
  readonly readsOnly?: boolean;
  readonly arrange?: (ctx: Context<P, undefined>) => Promise<A>;
} & Inputs<Context<P, A>, T>;

/** A check as the engine takes it, whatever types its own functions have. */
export type Check = { readonly clause: ClauseId; readonly points?: readonly PointId[] } & Omit<
  Settings<never, unknown, unknown>,
  'points'
> &
  Judging<Context>;

/** Declares checks that have settings in common, so that each says what is its own. */
export const checkWith =
  (common: Pick<Check, 'needs' | 'uses' | 'exclusive' | 'law'>) =>
  <P extends PointId = never, A = undefined, T = undefined>(clause: ClauseId, own?: Settings<P, A, T>) => ({
    by: (run: (ctx: Context<P, A>, input: T) => Promise<void>): Check =>
      ({ clause, ...common, ...own, run }) as Check,
  });

/** Declares one check: its clause, its settings, and by what it judges, once or for each input. */
export const check = checkWith({});
