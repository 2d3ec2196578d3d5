import { employers, payeReferenceOf } from '../../../generators/catalogue/employers.ts';
import { trades } from '../../../generators/people/trades.ts';
import type { Stream } from '../../../generators/random.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import { isoInstant, plusMonths } from '../../domain/instant.ts';
import { kept } from './kept.ts';
import type { PayTimes } from './pay-times.ts';

type Employment = NonNullable<PayrollSubmission['employment_information']>;

/** A made-up job: who employs somebody as what, since when, and for how much a year. */
export type DrawnJob = {
  employer: string;
  role: string;
  annualPay: number;
  monthsEmployed: number;
  isPartTime: boolean;
};

const steadyTrades = trades.flatMap((trade): [typeof trade, number][] =>
  trade.pay.kind === 'variable' || trade.director ? [] : [[trade, trade.weight]],
);

/** The job of a stream: all payslips that come from one account show the same one. */
export function drawJob(draw: Stream): DrawnJob {
  const { role, sector, pay } = draw.weighted(steadyTrades);
  const { listed } = draw.pick(employers.filter((one) => one.sector === sector));
  const hours = pay.kind === 'hourly' ? draw.pick(pay.weeklyHours) : 3750;
  const annualPay =
    pay.kind === 'salary'
      ? draw.int(pay.annual[0] / 100, pay.annual[1] / 100) * 100
      : pay.kind === 'hourly'
        ? Math.round((draw.int(pay.rate[0], pay.rate[1]) * hours * 52) / 100)
        : 0;
  return {
    employer: listed.name,
    role,
    annualPay,
    monthsEmployed: draw.int(14, 120),
    isPartTime: hours < 3500,
  };
}

const isOver = (status: string | null | undefined): boolean =>
  /^(left|leaver|ended|former|terminated|inactive)$/i.test(status ?? '');

/** An employment around what was given; it began before the pay interval and is not over unless something says so. */
export function fillEmployment(
  given: Employment,
  job: DrawnJob,
  times: PayTimes,
  born: string | null,
): Employment {
  const employer = kept(given.employer_name, () => job.employer);
  const role = kept(given.role, () => job.role);
  const leave = kept(given.leave_date, () => (isOver(given.status) ? isoInstant(times.end) : null));
  const hasLeft = leave !== null && Date.parse(leave) <= times.end;
  return {
    employer_name: employer,
    role,
    type: kept(given.type, () => (job.isPartTime ? 'part_time' : 'full_time')),
    status: kept(given.status, () => (hasLeft ? 'left' : 'active')),
    start_date: kept(given.start_date, () => isoInstant(startOf(job, times, leave, born))),
    leave_date: leave,
    employer_tax_reference: kept(given.employer_tax_reference, () => referenceOf(employer ?? job.employer)),
    is_director: kept(given.is_director, () => /director/i.test(role ?? '')),
  };
}

const earliest = Date.parse('0000-01-01T00:00:00Z');

/** Nobody starts before they are sixteen, unless what is given leaves no other time. */
function startOf(job: DrawnJob, { start }: PayTimes, leave: string | null, born: string | null): number {
  const before = Math.min(start, leave === null ? start : Date.parse(leave));
  const sixteen = born === null ? earliest : plusMonths(Date.parse(born), 16 * 12);
  const date = new Date(plusMonths(before, -job.monthsEmployed));
  const usual = Math.max(earliest, date.getTime() - (date.getUTCDate() - 1) * 86_400_000);
  return sixteen <= before ? Math.max(usual, sixteen) : usual;
}

function referenceOf(employer: string): string {
  const known = employers.find(({ listed }) => listed.name === employer);
  return known?.payeReference ?? payeReferenceOf(employer);
}
