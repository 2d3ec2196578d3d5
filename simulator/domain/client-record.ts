import type {
  AuthorisationTerm,
  ClientConfiguration,
  EventKind,
  MemberStatus,
  MfaStatus,
} from '../../spec/types.ts';
import type { Items } from './user-record.ts';

export type MemberRecord = {
  id: string;
  email: string;
  role: string;
  name: string;
  status: MemberStatus;
  mfa_status: MfaStatus;
  /** scrypt of the password; null until the invited person has set one. */
  password: string | null;
};

export type SubscriptionRecord = {
  webhook_id: string;
  name: string;
  events: readonly EventKind[];
  url: string;
  signing_secret: string | null;
  encryption_key: string | null;
  config: { include_payload?: boolean } | null;
  created_at: string;
  /** Set when every attempt of a delivery has failed and the profile wants no more of them. */
  disabled: boolean;
};

/** Everything that belongs to a client and to none of its users. */
export type ClientRecord = {
  configuration: ClientConfiguration;
  terms: Items<AuthorisationTerm>;
  members: Items<MemberRecord>;
  webhooks: Items<SubscriptionRecord>;
  /** The instant at which the client's world was born: its day decides what everybody starts with. */
  born: string;
  /** How far the client's clock is ahead of real time. */
  clock_ahead_ms: number;
  /** Changes with each reset, so that tokens of the world before are worth nothing. */
  epoch: string;
};
