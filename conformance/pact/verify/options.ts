import type { PartialProfile } from '../../../spec/profile.ts';
import type { TargetDescription } from '../../deployment/options.ts';
import type { AppVersion } from '../broker/app-version.ts';
import type { BrokerAccess } from '../broker/broker.ts';

/** Pacts that a broker is asked for, and the version under which the result is published there. */
export type BrokerSource = {
  access: BrokerAccess;
  provider: string;
  /** Which of the consumers' pacts; the main branch and what is deployed when left out. */
  selectors?: readonly Readonly<Record<string, unknown>>[];
  publish?: AppVersion;
  enablePending?: boolean;
};

export type VerifyOptions = {
  target: TargetDescription;
  /** Pact files or folders, or a broker. */
  pacts: readonly string[] | BrokerSource;
  /** `sandbox`, a fixtures file or a module, as in `payrig check`. */
  arrange?: string;
  profile?: PartialProfile;
  receiverUrl?: string;
  receiverPort?: number;
  patienceMs?: number;
  timeoutMs?: number;
};
