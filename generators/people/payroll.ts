import type { PayrollSubmission } from '../../spec/types.ts';
import { type Day, dayNumber, dayOf, dayText, instantOf } from '../calendar.ts';
import { penceToText } from '../money.ts';
import type { EarningElement, Payslip } from '../pay/payslip.ts';
import { payslips, payslipsInTurn } from '../pay/payslips.ts';
import { identityOn, idOf, nameOf, type Person, shownHome, streetOf } from './person.ts';
import type { Job } from './plan-job.ts';
import { trustScoreOf } from './trust-score.ts';

export type JobPayroll = { job: string; provider: string; submissions: PayrollSubmission[] };

const reckoned = new WeakMap<Job, { slips: Payslip[]; later: Iterator<Payslip> }>();

/** The payslips of a job paid on or before a day. A first day before the records begin is reckoned anew each time. */
export function payslipsOf(job: Job, until: Day, from?: Day): Payslip[] {
  const { employment } = job;
  const { recordsFrom } = employment;
  if (from === undefined || recordsFrom === undefined || from >= recordsFrom)
    return recordedSlips(job, until);
  const before = dayText(dayNumber(recordsFrom) - 1);
  const earlier = payslips({ ...employment, recordsFrom: from }, before < until ? before : until);
  return [...earlier, ...recordedSlips(job, until)];
}

/** A payslip is reckoned when a day asks for it: a clock that moves from day to day does not compute everything anew. */
function recordedSlips(job: Job, until: Day): Payslip[] {
  const known = reckoned.get(job) ?? { slips: [], later: payslipsInTurn(job.employment) };
  const { slips, later } = known;
  for (let last = slips.at(-1); last === undefined || last.payDate <= until; last = slips.at(-1)) {
    const next = later.next();
    if (next.done) break;
    slips.push(next.value);
  }
  reckoned.set(job, known);
  return slips.filter(({ payDate }) => payDate <= until);
}

export type PayrollWindow = { until: number; from?: number };

const EARLIEST = Date.parse('1900-01-01');

/** The payslips of one job in a window, oldest first. */
export function payslipsIn(job: Job, { until, from }: PayrollWindow): Payslip[] {
  // A payslip is there from the first instant of its pay day.
  const slips = payslipsOf(job, dayOf(until), from === undefined ? from : dayOf(Math.max(from, EARLIEST)));
  return from === undefined ? slips : slips.filter(({ payDate }) => Date.parse(payDate) >= from);
}

/** What the provider of one job holds, oldest first: no account or entry has retrieved it yet. */
export const payrollOfJob = (person: Person, job: Job, window: PayrollWindow): PayrollSubmission[] =>
  payslipsIn(job, window).map((slip) => payrollSubmission(person, job, slip));

export const payrollOf = (person: Person, window: PayrollWindow): JobPayroll[] =>
  person.jobs.map((job) => {
    const { key, provider } = job;
    return { job: key, provider, submissions: payrollOfJob(person, job, window) };
  });

/** Hundredths as text, without needless zeros: 3750 is "37.5". */
const hundredths = (value: number) => penceToText(value).replace(/\.00$|0$/, '');

function identityInformation(person: Person, { payDate }: Payslip) {
  const identity = identityOn(person, payDate);
  const { dateOfBirth } = identity;
  const home = shownHome(person, payDate);
  return {
    name: nameOf({ identity }),
    date_of_birth: dateOfBirth === null ? null : instantOf(dateOfBirth),
    address: home
      ? {
          street: streetOf(person, home),
          county: home.county,
          city: home.city,
          post_code: person.payrollView.postCode === 'hidden' ? null : home.postCode,
          country: home.country,
        }
      : null,
    email: identity.email,
    phone: identity.phone,
    NI_number: identity.niNumber,
  };
}

/** What a person is called at work on a day: promotions change it. */
const roleOn = ({ role, events }: Job['employment'], day: Day): string =>
  events.reduce(
    (found, one) => (one.kind === 'pay-rise' && one.role !== undefined && one.from <= day ? one.role : found),
    role,
  );

/** A payslip knows of the leaving only when it is the last one: so it stays as it is when time goes on. */
function employmentInformation({ employment }: Job, slip: Payslip) {
  const left = employment.leave !== null && employment.leave <= slip.intervalEnd;
  return {
    employer_name: employment.employer.name,
    role: roleOn(employment, slip.intervalEnd),
    type: employment.type,
    status: left ? 'left' : 'active',
    start_date: instantOf(employment.start),
    leave_date: left && employment.leave !== null ? instantOf(employment.leave) : null,
    employer_tax_reference: employment.employer.payeReference,
    is_director: employment.isDirector,
  };
}

const earningElement = (element: EarningElement) => ({
  type: element.type,
  description: element.description,
  amount: penceToText(element.amount),
  is_fixed: element.isFixed,
  is_after_tax: element.isAfterTax,
  is_after_ni: element.isAfterNi,
  is_bik: element.isBik,
  quantity: element.quantity === null ? null : hundredths(element.quantity),
  rate: element.rate === null ? null : penceToText(element.rate),
  unit: element.unit,
});

export const payTimesOf = (slip: Payslip) => ({
  pay_date: instantOf(slip.payDate),
  pay_interval_start: instantOf(slip.intervalStart),
  pay_interval_end: instantOf(slip.intervalEnd),
  pay_frequency: slip.frequency.replace('-', '_'),
});

function incomeInformation(slip: Payslip) {
  const { yearToDate, rolling12m, deductions } = slip;
  return {
    ...payTimesOf(slip),
    tax_code: slip.taxCode,
    earnings: {
      gross_pay: penceToText(slip.gross),
      net_pay: penceToText(slip.net),
      base_salary: penceToText(slip.baseSalary),
      bonus: penceToText(slip.bonus),
      fixed_pay_total: penceToText(slip.fixedTotal),
      variable_pay_total: penceToText(slip.variableTotal),
      earning_elements: slip.earnings.map(earningElement),
      year_to_date: {
        gross_pay: penceToText(yearToDate.gross),
        net_pay: penceToText(yearToDate.net),
        total_tax_paid: penceToText(yearToDate.tax),
        total_ni_paid: penceToText(yearToDate.ni),
        total_taxable_earnings: penceToText(yearToDate.taxable),
        tax_year: yearToDate.taxYear,
      },
      rolling_12m_income: { gross_pay: penceToText(rolling12m.gross), net_pay: penceToText(rolling12m.net) },
    },
    deductions: {
      income_tax: penceToText(deductions.incomeTax),
      employee_ni: penceToText(deductions.employeeNi),
      employee_pension: penceToText(deductions.employeePension),
      total_deductions: penceToText(deductions.total),
      loan_deductions: penceToText(deductions.loans),
      deductions_elements: deductions.elements.map((one) => ({ ...one, amount: penceToText(one.amount) })),
    },
  };
}

/** A payslip in the service's shape, as a provider holds it: no account or entry has retrieved it yet. */
export function payrollSubmission(person: Person, job: Job, slip: Payslip): PayrollSubmission {
  const id = idOf(person, 'payslip', job.key, slip.payDate);
  return {
    id,
    account_id: null,
    entry_id: null,
    created_at: instantOf(slip.payDate),
    identity_information: identityInformation(person, slip),
    employment_information: employmentInformation(job, slip),
    income_information: incomeInformation(slip),
    document_id: null,
    document_external_id: null,
    document_filename: null,
    trust_score: trustScoreOf(id, 'connection'),
    source: 'Payroll provider connection',
  };
}
