import type { PartialProfile } from '../../spec/profile.ts';
import type { JudgingOptions } from '../judgement/options.ts';
import type { CountHandled, FailOnce } from './context/handled.ts';

/** The receiver to be examined, and what its subscription agreed on. */
export type ReceiverDescription = {
  url: string;
  /** The signing secret that the receiver is configured with; clauses about signatures are skipped without. */
  secret?: string;
  /** Its encryption key, Base64 of 32 bytes; clauses about encryption are skipped without. */
  encryptionKey?: string;
  /** Sent with every delivery, for a gate before the receiver. */
  headers?: Readonly<Record<string, string>>;
};

/** How to run; everything may be left out. */
export type ExamOptions = Omit<JudgingOptions, 'mostShrinks'> & {
  profile?: PartialProfile;
  /** Tells what was processed: an address, a module, or a function. */
  handled?: string | CountHandled;
  /** Makes the receiver's own code fail once, on the next delivery about a user: an address, a module, or a function. */
  failing?: string | FailOnce;
  /** How long one answer is waited for; 5 s when left out. */
  timeoutMs?: number;
  /** How soon a genuine delivery should be answered; 1 s when left out. */
  promptMs?: number;
  /** How long processing may go on after the answer; 3 s when left out. */
  patienceMs?: number;
  now?: () => number;
};
