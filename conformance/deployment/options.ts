import type { PartialProfile } from '../../spec/profile.ts';
import type { ClauseResult, PointResult } from '../result.ts';

/** The deployment to be checked. */
export type TargetDescription = {
  baseUrl: string;
  apiKey?: string;
  otherApiKey?: string;
  member?: { username: string; password: string };
  headers?: Readonly<Record<string, string>>;
  /** What kind of server it is; learnt from the arrangement when left out. */
  environment?: 'sandbox' | 'production';
  /** A production server beside a sandbox, for the clauses about production alone. */
  production?: { baseUrl: string; apiKey?: string };
};

/** How to run; everything may be left out. */
export type RunOptions = {
  /** `sandbox`, `none`, a fixtures file (`.json`) or a module; found out when left out. */
  arrange?: string;
  profile?: PartialProfile;
  /** Where the profile was read from, for the command that sees a failure again. */
  profileFile?: string;
  only?: readonly string[];
  skip?: readonly string[];
  /** Inputs for each property, times its own effort. */
  runs?: number;
  seed?: number;
  /** A token that a failure printed: reruns that one case. */
  replay?: string;
  /** Requests a second. */
  rateLimit?: number;
  maxTimeMs?: number;
  timeoutMs?: number;
  concurrency?: number;
  readOnly?: boolean;
  destructive?: boolean;
  /** Any clause that is not judged makes the run incomplete. */
  strict?: boolean;
  /** Leave what was made for clauses that do not hold, so that the requests of a failure can be sent again by hand. */
  keep?: boolean;
  /** `implied`: an implied clause that does not hold fails like a stated one; it is a warning otherwise. */
  failOn?: 'stated' | 'implied';
  /** Clauses whose failure is known. */
  baseline?: readonly string[];
  receiverUrl?: string;
  receiverPort?: number;
  /** How long a webhook delivery is waited for. */
  patienceMs?: number;
  /** How many smaller cases are tried for a failure; 60 when left out. */
  mostShrinks?: number;
  /** False leaves out the look at the target before the run, for targets that are broken on purpose. */
  preflight?: boolean;
  /** Learn no open point beyond what the selected checks depend on. */
  learnOnlyNeeded?: boolean;
  /** Stops the run; what was made is still removed. */
  signal?: AbortSignal;
  onProgress?: (event: ProgressEvent) => void;
};

/** What happens while a run goes on. */
export type ProgressEvent =
  | { kind: 'phase'; phase: 'preflight' | 'learn' | 'check' | 'clean-up'; total: number }
  | { kind: 'point'; result: PointResult }
  | { kind: 'start'; clause: string }
  | { kind: 'clause'; result: ClauseResult };
