import { civil, dayNumberOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import { employers, payeReferenceOf } from '../../../generators/catalogue/catalogue.ts';
import type { Pence } from '../../../generators/money.ts';
import type { Person } from '../../../generators/people/person.ts';
import type { Job } from '../../../generators/people/plan-job.ts';
import { inRegion } from '../../../generators/uk/tax-code.ts';
import { payPeriodOf } from '../../../generators/uk/tax-year.ts';
import { defined } from '../../../spec/json.ts';
import type { Points } from '../../../spec/profile.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import { isoInstant, plusMonths } from '../../domain/instant.ts';
import {
  annualPay,
  fillAddress,
  type GivenSlip,
  type OwnSlip,
  ownPayslips,
  type PersonOnPayslips,
  payslipAt,
  payslipsAround,
  personOnPayslips,
} from './own-payslips.ts';
import { type PayTimes, payTimes } from './pay-times.ts';
import { kept, keptPart, moneyText, printedType, sumOf, within } from './read-given.ts';
import {
  type Deductions,
  fillEarnings,
  lineAmounts,
  partTypes,
  type TakeHome,
  takeHome,
  type Withheld,
} from './take-home.ts';

type Identity = NonNullable<PayrollSubmission['identity_information']>;
type Income = NonNullable<PayrollSubmission['income_information']>;

export type Filling = {
  person: Person;
  isBirthKnown: boolean;
  /** Whose payslips they are; the person's main job when it is left out. */
  job?: Job | undefined;
  /** What is held of the user already, or waits to be retrieved. */
  held: readonly PayrollSubmission[];
  now: number;
  origin: 'connection' | 'direct' | 'upload';
  points: Pick<Points, 'payroll.trust-score-values' | 'payroll.source-values'>;
  /** The id of a submission: of the person's own payslip, or of one that has been made up. */
  newId: (own?: PayrollSubmission) => string;
};

/** Whole payslips around what was given; the rest is the person's own as of then, or agrees with what is given. */
export function fillPayrolls(given: readonly GivenSlip[], filling: Filling): PayrollSubmission[] {
  const { person, job, held, now } = filling;
  const own = payslipsAround(person, job, now);
  const matches = ownPayslips(given, own, held, now);
  return given.map((one, index) => fillPayroll(one, matches[index], own, filling));
}

function fillPayroll(
  given: GivenSlip,
  match: PayrollSubmission | undefined,
  own: readonly OwnSlip[],
  filling: Filling,
): PayrollSubmission {
  const { now, origin, points, newId } = filling;
  const income = { ...match?.income_information, ...defined(given.income_information ?? {}) };
  const times = payTimes(income, now);
  const near = match ?? payslipAt(own, times.payDate);
  const usualGross = Math.round(annualPay(near) / payPeriodOf[times.frequency].perYear);
  const shown = personOnPayslips(filling.person, times.payDate);
  const identity = keptPart(given.identity_information, (part) =>
    fillIdentity(part, shown, filling.isBirthKnown, times),
  );
  const employment = keptPart(given.employment_information, (part) =>
    fillEmployment(part, near?.employment_information, times, identity?.date_of_birth ?? null),
  );
  const since = employment?.start_date ? Date.parse(employment.start_date) : null;
  const country = identity?.address?.country;
  const taxCode = country === shown.home?.country ? near?.income_information?.tax_code : undefined;
  return {
    id: given.id ?? newId(match),
    account_id: null,
    entry_id: null,
    created_at: given.created_at ?? isoInstant(now),
    identity_information: identity,
    employment_information: employment,
    income_information: keptPart(given.income_information, (part) =>
      match
        ? { ...match.income_information, ...defined(part) }
        : fillIncomePart(part, times, usualGross, { since, country, taxCode }),
    ),
    ...documentFields(given, origin, times, () => newId()),
    trust_score: kept(given.trust_score, () => trustScore(origin, points['payroll.trust-score-values'])),
    source: kept(given.source, () => points['payroll.source-values'][origin]),
  };
}

const fillIdentity = (
  given: Identity,
  person: PersonOnPayslips,
  isBirthKnown: boolean,
  times: PayTimes,
): Identity => ({
  name: kept(given.name, () => person.name),
  date_of_birth: kept(given.date_of_birth, () =>
    person.dateOfBirth === null || isBirthKnown
      ? person.dateOfBirth
      : ofWorkingAge(person.dateOfBirth, times),
  ),
  address: keptPart(given.address, (part) => fillAddress(part, person)),
  email: kept(given.email, () => person.email),
  phone: kept(given.phone, () => person.phone),
  NI_number: kept(given.NI_number, () => person.niNumber),
});

/** A date of birth that was made up gives way to a payslip from before they could have worked. */
function ofWorkingAge(born: string, { start }: PayTimes): string {
  const youngest = plusMonths(start, -18 * 12);
  if (Date.parse(born) <= youngest) return born;
  return isoInstant(Math.max(youngest, Date.parse('0000-01-01T00:00:00Z')));
}

type Known = Record<'country' | 'taxCode', Income['tax_code']> & { since: number | null };

function fillIncomePart(given: Income, times: PayTimes, usualGross: number, known: Known): Income {
  const { since, country, taxCode: own } = known;
  const region = country === 'Scotland' || country === 'Wales' ? country : 'rUK';
  const taxCode = kept(given.tax_code, () => own ?? inRegion('1257L', region));
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
function documentFields(given: GivenSlip, origin: Filling['origin'], times: PayTimes, newId: () => string) {
  const day = isoInstant(times.payDate).slice(0, 10);
  const made = <T>(make: () => T): T | null => (origin === 'upload' ? make() : null);
  return {
    document_id: kept(given.document_id, () => made(newId)),
    document_external_id: kept(given.document_external_id, () => made(() => `payslip-${day.slice(0, 7)}`)),
    document_filename: kept(given.document_filename, () => made(() => `payslip-${day}.pdf`)),
  };
}

/** The best word for what a provider says itself, the next best for an upload. */
const trustScore = (origin: Filling['origin'], words: readonly string[]): string =>
  (origin === 'upload' ? words[1] : undefined) ?? words[0] ?? 'HIGH';

type Line = NonNullable<Deductions['deductions_elements']>[number];

/** The deductions of a payslip: the lines add up to the total. */
const fillDeductions = (given: Deductions, { total, withheld }: TakeHome): Deductions => ({
  income_tax: kept(given.income_tax, () => moneyText(withheld.tax)),
  employee_ni: kept(given.employee_ni, () => moneyText(withheld.ni)),
  employee_pension: kept(given.employee_pension, () => moneyText(withheld.pension)),
  total_deductions: kept(given.total_deductions, () => moneyText(total)),
  loan_deductions: kept(given.loan_deductions, () => moneyText(withheld.loans)),
  deductions_elements: given.deductions_elements
    ? filledLines(given)
    : kept(given.deductions_elements, () => linesOf(withheld, total)),
});

function linesOf(parts: Withheld, total: Pence): Line[] {
  const lines = (['tax', 'ni', 'pension', 'loans'] as const)
    .filter((name) => parts[name] !== 0)
    .map((name) => filledLine({ type: partTypes[name] }, parts[name]));
  const other = within(total - sumOf(Object.values(parts)));
  return other === 0 ? lines : [...lines, filledLine({ type: other > 0 ? 'other' : 'refund' }, other)];
}

function filledLines(given: Deductions): Line[] {
  const amounts = lineAmounts(given);
  return (given.deductions_elements ?? []).map((line, index) =>
    filledLine({ ...line, type: kept(line.type, () => 'other') }, amounts[index] ?? 0),
  );
}

const printed: Readonly<Record<string, string>> = {
  employee_ni: 'National insurance (A)',
  employee_pension: 'Pension (relief at source)',
  other: 'Other deduction',
};

function filledLine(given: Line, amount: Pence): Line {
  const type = given.type ?? null;
  const refunded = type === 'income_tax' && amount < 0;
  return {
    type,
    description: kept(given.description, () =>
      refunded ? 'Income tax refund' : (printed[type ?? ''] ?? printedType(type)),
    ),
    amount: kept(given.amount, () => moneyText(amount)),
  };
}

type Employment = NonNullable<PayrollSubmission['employment_information']>;

type OwnEmployment = Employment | null | undefined;

const isOver = (status: string | null | undefined): boolean =>
  /^(left|leaver|ended|former|terminated|inactive)$/i.test(status ?? '');

/** The person's employment around what was given; it is not over unless something says so. */
function fillEmployment(
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
