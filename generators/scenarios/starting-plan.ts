import type { MfaKind } from '../catalogue/providers.ts';

/** Names a term of the starting world. */
export type TermKey = 'one-time-1' | 'one-time-2' | 'recurring' | 'lender';

/** What the service knows of a user where it differs from the person; null takes a field away. */
export type UserRecord = {
  date_of_birth?: string | null;
  post_codes?: string[] | null;
  ni_number?: string | null;
  ext_id?: string;
  payroll_period_months?: number;
  recurring_checks_enabled?: boolean;
  recurring_check_frequency?: 'HOURLY' | 'WEEKLY' | 'MONTHLY';
  recurring_check_end_date?: string;
  taxauth_enabled?: boolean;
  payslip_upload_enabled?: boolean;
  payroll_connections_enabled?: boolean;
};

export type AccountPlan = {
  /** The job whose payslips the account reads. */
  job: string;
  status?: 'PENDING' | 'LINKED' | 'LOCKED';
  /** A magic user name, which decides how the provider behaves. */
  login?: string;
  /** What the provider asks for, where it is not as its catalogue entry says. */
  mfa?: { kind: MfaKind; answer: string };
  /** How long the provider takes to answer a query. */
  delay_ms?: number;
};

/** A retrieval that has happened: it found what was paid by then and not found before. */
export type EntryPlan = {
  job: string;
  /** `upload` for payslips that the user uploaded as documents; otherwise through the account of the job. */
  by?: 'account' | 'upload' | 'direct';
  /** An instant; in the evening before the world begins when left out. */
  at?: string;
  /** How many payslips it found: the newest ones; all when left out. */
  newest?: number;
};

/** What the service holds for a user when the world begins; what is left out is as for any seeded user. */
export type StartingPlan = {
  user?: UserRecord;
  /** The instant at which the accounts were linked, soon after the terms were accepted; the evening before if left out. */
  linkedAt?: string;
  authorisations?: readonly { term: TermKey; revoked?: boolean }[];
  accounts?: readonly AccountPlan[];
  entries?: readonly EntryPlan[];
  /** Uploaded bank statements: how many months before the one in which the world begins. */
  statements?: readonly number[];
  /** Whether the tax authority's data is there. */
  income?: boolean;
  /** The jobs that a direct connection reaches. */
  direct?: readonly string[];
};
