import { civil, dayNumberOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import { employers, payeReferenceOf } from '../../../generators/catalogue/employers.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import { isoInstant, plusMonths } from '../../domain/instant.ts';
import type { PayTimes } from './pay-times.ts';
import { kept } from './read-given.ts';

type Employment = NonNullable<PayrollSubmission['employment_information']>;

/** What an employment is filled from: the one on the person's own payslip. */
export type OwnEmployment = Employment | null | undefined;

const isOver = (status: string | null | undefined): boolean =>
  /^(left|leaver|ended|former|terminated|inactive)$/i.test(status ?? '');

/** The person's employment around what was given; it is not over unless something says so. */
export function fillEmployment(
  given: Employment,
  own: OwnEmployment,
  times: PayTimes,
  born: string | null,
): Employment {
  const employer = kept(given.employer_name, () => own?.employer_name ?? null);
  const role = kept(given.role, () => own?.role ?? null);
  const left = own?.leave_date && Date.parse(own.leave_date) <= times.end ? own.leave_date : null;
  const leave = kept(given.leave_date, () => left ?? (isOver(given.status) ? isoInstant(times.end) : null));
  const hasLeft = leave !== null && Date.parse(leave) <= times.end;
  return {
    employer_name: employer,
    role,
    type: kept(given.type, () => own?.type ?? 'full_time'),
    status: kept(given.status, () => (hasLeft ? 'left' : 'active')),
    start_date: kept(given.start_date, () => isoInstant(startOf(own, times, leave, born))),
    leave_date: leave,
    employer_tax_reference: kept(given.employer_tax_reference, () =>
      employer !== null && employer === own?.employer_name
        ? (own.employer_tax_reference ?? null)
        : referenceOf(employer ?? ''),
    ),
    is_director: kept(given.is_director, () =>
      given.role == null ? (own?.is_director ?? false) : /director/i.test(given.role),
    ),
  };
}

const earliest = Date.parse('0000-01-01T00:00:00Z');

/** The person's own first day; for a payslip from before it, some time earlier, but not before the age of sixteen. */
function startOf(own: OwnEmployment, { start }: PayTimes, leave: string | null, born: string | null): number {
  const before = Math.min(start, leave === null ? start : Date.parse(leave));
  const known = own?.start_date ? Date.parse(own.start_date) : undefined;
  if (known !== undefined && known <= before) return known;
  const sixteen = born === null ? earliest : plusMonths(Date.parse(born), 16 * 12);
  const usualDay = plusMonths(before, -24);
  const usual = Math.max(earliest, usualDay - (civil(dayNumberOf(usualDay)).day - 1) * MS_PER_DAY);
  return sixteen <= before ? Math.max(usual, sixteen) : usual;
}

function referenceOf(employer: string): string {
  const known = employers.find(({ listed }) => listed.name === employer);
  return known?.payeReference ?? payeReferenceOf(employer);
}
