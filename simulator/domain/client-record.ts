import type { AddedScenario } from '../../generators/world/world.ts';
import type { SuccessBody } from '../../spec/operations.ts';
import type { AuthorisationTerm, ClientConfiguration, Fault, Timestamp, Webhook } from '../../spec/types.ts';
import type { Items } from './user-record.ts';

export type MemberRecord = SuccessBody<'inviteMember'> & {
  id: string;
  /** scrypt of the password; null until the invited person has set one. */
  password: string | null;
};

export type SubscriptionRecord = Omit<Webhook, 'config'> & {
  config: NonNullable<Webhook['config']> | null;
  signing_secret: string | null;
  encryption_key: string | null;
  /** Set when every attempt of a delivery has failed and the profile wants no more of them. */
  disabled: boolean;
};

/** How a client's clock goes: with real time at a distance from it, or not at all. Epoch milliseconds. */
export type Clock = { readonly ahead_ms: number } | { readonly frozen_at: number };

/** What decides a client's starting world and the clock that it starts with. */
export type Birth = {
  readonly seed: string;
  readonly users: number;
  /** The share of drawn people who hand in something untrue; none when absent. */
  readonly dishonest?: number | undefined;
  readonly born: Timestamp;
  /** Real time, or the time of birth, from which the clock goes on or at which it stands. */
  readonly clock: 'real' | 'running' | 'frozen';
};

/** A fault, how often it has struck, and how often it was drawn whether it strikes. */
export type FaultRecord = { readonly fault: Fault; readonly struck: number; readonly drawn: number };

/** Everything that belongs to a client and to none of its users. */
export type ClientRecord = {
  configuration: ClientConfiguration;
  terms: Items<AuthorisationTerm>;
  members: Items<MemberRecord>;
  webhooks: Items<SubscriptionRecord>;
  clock: Clock;
  /** What the client's world is made of; a snapshot brings its own. */
  birth: Birth;
  /** Scenarios beyond those of every world, in the order in which they came; none when absent. */
  scenarios?: readonly AddedScenario[];
  faults: readonly FaultRecord[];
  /** Ids of the members that the sandbox was started with, as opposed to those who were invited. */
  configured_members: readonly string[];
  /** Changes with each reset, so that tokens of the world before are worth nothing. */
  epoch: string;
};
