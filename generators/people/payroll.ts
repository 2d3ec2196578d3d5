import type { PayrollSubmission } from '../../spec/types.ts';
import { type Day, dayOf } from '../calendar.ts';
import type { Payslip } from '../pay/payslip.ts';
import { payslips } from '../pay/payslips.ts';
import type { Job } from './job.ts';
import { payrollSubmission } from './payroll-submission.ts';
import type { Person } from './person.ts';

/** What the provider of one employment holds about a person. */
export type JobPayroll = { job: string; provider: string; submissions: PayrollSubmission[] };

const reckoned = new WeakMap<Job, { until: Day; slips: Payslip[] }>();

/** The payslips of a job paid on or before a day; a later day only adds to them. */
export function payslipsOf(job: Job, until: Day): Payslip[] {
  const known = reckoned.get(job);
  if (known && known.until >= until) return known.slips.filter(({ payDate }) => payDate <= until);
  // To the end of the year: a clock that moves from day to day does not compute everything anew each day.
  const yearEnd: Day = `${until.slice(0, 4)}-12-31`;
  const slips = payslips(job.employment, yearEnd);
  reckoned.set(job, { until: yearEnd, slips });
  return slips.filter(({ payDate }) => payDate <= until);
}

export type PayrollWindow = {
  /** Only what is paid up to this instant. */
  until: number;
  /** Only what is paid from this instant on. */
  from?: number;
};

/** What the provider of one job holds, oldest first: no account or entry has retrieved it yet. */
export function payrollOfJob(person: Person, job: Job, { until, from }: PayrollWindow): PayrollSubmission[] {
  // A payslip is there from the first instant of its pay day.
  const slips = payslipsOf(job, dayOf(until));
  const kept = from === undefined ? slips : slips.filter(({ payDate }) => Date.parse(payDate) >= from);
  return kept.map((slip) => payrollSubmission(person, job, slip));
}

/** What the providers of all of a person's jobs hold, by job. */
export function payrollOf(person: Person, window: PayrollWindow): JobPayroll[] {
  return person.jobs.map((job) => ({
    job: job.key,
    provider: job.provider,
    submissions: payrollOfJob(person, job, window),
  }));
}
