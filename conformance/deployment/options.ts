import type { PartialProfile } from '../../spec/profile.ts';
import type { JudgingOptions } from '../judgement/options.ts';

export type TargetDescription = {
  baseUrl: string;
  apiKey?: string;
  otherApiKey?: string;
  member?: { username: string; password: string };
  headers?: Readonly<Record<string, string>>;
  /** What kind of server it is; learnt from the arrangement when left out. */
  environment?: 'sandbox' | 'production';
  /** A production server beside a sandbox, for the clauses about production alone. */
  production?: { baseUrl: string; apiKey?: string; headers?: Readonly<Record<string, string>> };
};

export type RunOptions = JudgingOptions & {
  /** `sandbox`, `none`, a fixtures file (`.json`) or a module; found out when left out. */
  arrange?: string;
  /** `public`: judge by the public interface alone; nothing is arranged, and only names are taken from a profile. */
  evidence?: 'any' | 'public';
  profile?: PartialProfile;
  /** Where the profile was read from, for the command that sees a failure again. */
  profileFile?: string;
  /** Requests a second. */
  rateLimit?: number;
  timeoutMs?: number;
  concurrency?: number;
  readOnly?: boolean;
  destructive?: boolean;
  /** Leave what was made for clauses that do not hold, so that the requests of a failure can be sent again by hand. */
  keep?: boolean;
  receiverUrl?: string;
  receiverPort?: number;
  /** How long a webhook delivery is waited for. */
  patienceMs?: number;
  /** False leaves out the look at the target before the run, for targets that are broken on purpose. */
  preflight?: boolean;
  /** Learn no open point beyond what the selected checks depend on. */
  learnOnlyNeeded?: boolean;
};
