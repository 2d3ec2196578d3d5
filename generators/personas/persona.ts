import type { Day } from '../calendar.ts';
import type { Known } from '../people/person.ts';
import { resolveDays } from '../relative-day.ts';
import type { TermKey } from '../world/terms.ts';
import type { JobPlan } from './employed.ts';
import type { ExpenditureCase } from './expenditure-case.ts';

/** What the service knows of a user beyond or against what is so; null takes a field away. */
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
};

/** A retrieval that has happened: it found what was paid by then and not found before. */
export type EntryPlan = {
  job: string;
  /** `upload` for payslips that the user uploaded as documents; otherwise through the account of the job. */
  by?: 'account' | 'upload' | 'direct';
  /** An instant; in the evening before the world begins when left out. */
  at?: string;
  /** Only so many of the payslips: the newest. */
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

/** Somebody with a name and a purpose, to be found in every world; all their days are relative to its beginning. */
export type Persona = {
  /** Stable, in kebab case. */
  key: string;
  /** One sentence about the person. */
  description: string;
  /** What to use them for. */
  purpose: string;
  known: Omit<Known, 'jobs'> & { jobs: readonly JobPlan[] };
  start?: StartingPlan;
  /** The expenditure messages and rules that this persona reaches. */
  reaches?: readonly ExpenditureCase[];
  /** False for somebody whose id is stable but who is no user of the service. */
  isUser?: false;
};

/** The persona as they are in a world that begins on a day. */
export function personaIn(persona: Persona, begins: Day): { known: Known; start: StartingPlan } {
  const { jobs, ...known } = persona.known;
  return {
    known: { ...resolveDays(known, begins), jobs: jobs.map((plan) => plan(begins)) },
    start: resolveDays(persona.start ?? {}, begins),
  };
}
