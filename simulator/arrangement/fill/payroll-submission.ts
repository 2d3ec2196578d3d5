import { payPeriodOf } from '../../../generators/uk/pay-frequency.ts';
import { inRegion } from '../../../generators/uk/tax-code.ts';
import type { Points } from '../../../spec/profile.ts';
import type { PayrollSubmission, User } from '../../../spec/types.ts';
import { isoInstant, plusMonths } from '../../domain/instant.ts';
import { fillDeductions } from './deductions.ts';
import { fillEarnings } from './earnings.ts';
import { fillAddress } from './home.ts';
import { drawJob, fillEmployment } from './job.ts';
import { kept, keptPart } from './kept.ts';
import { type PayTimes, payTimes } from './pay-times.ts';
import type { Given } from './read-submissions.ts';
import { takeHome } from './take-home.ts';
import { type UserAsPerson, userAsPerson } from './user-as-person.ts';

type Identity = NonNullable<PayrollSubmission['identity_information']>;
type Income = NonNullable<PayrollSubmission['income_information']>;

/** What a payslip is filled from. */
export type Filling = {
  user: User;
  now: number;
  /** Whatever is made up is the same for the same user and key: one account shows one job. */
  key: string;
  origin: 'connection' | 'direct' | 'upload';
  points: Pick<Points, 'payroll.trust-score-values' | 'payroll.source-values'>;
  newId: () => string;
};

/** A whole payslip around what was given: that is kept, null stays null, and the rest is plausible and agrees with it. */
export function fillPayroll(given: Given<PayrollSubmission>, filling: Filling): PayrollSubmission {
  const { user, now, key, origin, points, newId } = filling;
  const person = userAsPerson(user);
  const job = drawJob(person.fork(`job/${key}`));
  const times = payTimes(given.income_information ?? {}, now);
  const identity = keptPart(given.identity_information, (part) => fillIdentity(part, person, times));
  const employment = keptPart(given.employment_information, (part) =>
    fillEmployment(part, job, times, identity?.date_of_birth ?? null),
  );
  const since = employment?.start_date ? Date.parse(employment.start_date) : null;
  const usualGross = Math.round(job.annualPay / payPeriodOf[times.frequency].perYear);
  const id = given.id ?? newId();
  return {
    id,
    account_id: null,
    entry_id: null,
    created_at: given.created_at ?? isoInstant(now),
    identity_information: identity,
    employment_information: employment,
    income_information: keptPart(given.income_information, (part) =>
      fillIncomePart(part, times, usualGross, { since, country: identity?.address?.country }),
    ),
    ...documentFields(given, origin, times, newId),
    trust_score: kept(given.trust_score, () => trustScore(origin, points['payroll.trust-score-values'])),
    source: kept(given.source, () => points['payroll.source-values'][origin]),
  };
}

function fillIdentity(given: Identity, person: UserAsPerson, times: PayTimes): Identity {
  return {
    name: kept(given.name, () => person.name),
    date_of_birth: kept(given.date_of_birth, () => ofWorkingAge(person, times)),
    address: keptPart(given.address, (part) => fillAddress(part, person)),
    email: kept(given.email, () => person.email),
    phone: kept(given.phone, () => person.phone),
    NI_number: kept(given.NI_number, () => person.niNumber),
  };
}

/** The person's own date of birth; one that was made up gives way to a payslip from before they could have worked. */
function ofWorkingAge({ dateOfBirth, isBirthKnown }: UserAsPerson, { start }: PayTimes): string {
  const youngest = plusMonths(start, -18 * 12);
  if (isBirthKnown || Date.parse(dateOfBirth) <= youngest) return dateOfBirth;
  return isoInstant(Math.max(youngest, Date.parse('0000-01-01T00:00:00Z')));
}

function fillIncomePart(
  given: Income,
  times: PayTimes,
  usualGross: number,
  { since, country }: { since: number | null; country: string | null | undefined },
): Income {
  const region = country === 'Scotland' || country === 'Wales' ? country : 'rUK';
  const taxCode = kept(given.tax_code, () => inRegion('1257L', region));
  const pay = takeHome({ ...given, tax_code: taxCode }, times, usualGross);
  return {
    pay_date: kept(given.pay_date, () => isoInstant(times.payDate)),
    pay_interval_start: kept(given.pay_interval_start, () => isoInstant(times.start)),
    pay_interval_end: kept(given.pay_interval_end, () => isoInstant(times.end)),
    pay_frequency: kept(given.pay_frequency, () => times.frequency.replace('-', '_')),
    tax_code: taxCode,
    earnings: keptPart(given.earnings, (part) => fillEarnings(part, pay, times, since)),
    deductions: keptPart(given.deductions, (part) => fillDeductions(part, pay)),
  };
}

/** An upload has a document behind it; what comes from a provider has none unless the caller says so. */
function documentFields(
  given: Given<PayrollSubmission>,
  origin: Filling['origin'],
  times: PayTimes,
  newId: () => string,
): Pick<PayrollSubmission, 'document_id' | 'document_external_id' | 'document_filename'> {
  const day = isoInstant(times.payDate).slice(0, 10);
  const made = <T>(make: () => T): T | null => (origin === 'upload' ? make() : null);
  return {
    document_id: kept(given.document_id, () => made(newId)),
    document_external_id: kept(given.document_external_id, () => made(() => `payslip-${day.slice(0, 7)}`)),
    document_filename: kept(given.document_filename, () => made(() => `payslip-${day}.pdf`)),
  };
}

/** The best word for what a provider says itself, the next best for what somebody uploaded. */
function trustScore(origin: Filling['origin'], words: readonly string[]): string {
  return (origin === 'upload' ? words[1] : undefined) ?? words[0] ?? 'HIGH';
}
