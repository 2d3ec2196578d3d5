import { dayNumber, dayNumberOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import type { Pence } from '../../../generators/money.ts';
import { mustEnrol, qualifyingEarnings } from '../../../generators/uk/auto-enrolment.ts';
import { incomeTax } from '../../../generators/uk/income-tax.ts';
import { employeeNi } from '../../../generators/uk/national-insurance.ts';
import { parseTaxCode, type TaxCode } from '../../../generators/uk/tax-code.ts';
import { payPeriodOf, taxPeriodOf, taxYearOf, taxYearStart } from '../../../generators/uk/tax-year.ts';
import { defined } from '../../../spec/json.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import type { PayTimes } from './pay-times.ts';
import {
  completed,
  kept,
  keptPart,
  moneyText,
  penceOf,
  printedType,
  sumOf,
  wholePence,
  within,
} from './read-given.ts';

type Income = NonNullable<PayrollSubmission['income_information']>;
type Earnings = NonNullable<Income['earnings']>;
export type Deductions = NonNullable<Income['deductions']>;

export type TakeHome = { gross: Pence; net: Pence; total: Pence; withheld: Withheld };

/** Works out gross pay, net pay and deductions around what is given. A null says nothing about the others. */
export function takeHome(given: Income, times: PayTimes, usualGross: Pence): TakeHome {
  const earnings = given.earnings ?? {};
  const deductions = given.deductions ?? {};
  const tables = withholding(times, given.tax_code);
  const takenOff = (gross: Pence) => sumOf(Object.values({ ...tables(gross), ...givenParts(deductions) }));
  const net = penceOf(earnings.net_pay);
  const knownTotal =
    penceOf(deductions.total_deductions) ??
    (deductions.deductions_elements ? sumOf(lineAmounts(deductions)) : undefined);
  const gross = penceOf(earnings.gross_pay) ?? grossFromEarnings(earnings) ?? grossFromNet();
  const total = knownTotal ?? (net === undefined ? takenOff(gross) : within(gross - net));
  const withheld = partsOf(deductions, total, gross, tables(gross));
  return { gross, net: net ?? within(gross - total), total, withheld };

  function grossFromNet(): Pence {
    if (net !== undefined && knownTotal !== undefined) return within(net + knownTotal);
    // No tax is due on pay that leaves nothing: then something was taken back.
    if (net !== undefined) return net > 0 ? within(grossFor(net, takenOff)) : 0;
    return knownTotal !== undefined && knownTotal > usualGross ? within(knownTotal * 3) : usualGross;
  }
}

function grossFromEarnings(earnings: Earnings): Pence | undefined {
  if (earnings.earning_elements?.length) return sumOf(earningAmounts(earnings));
  const fixed = penceOf(earnings.fixed_pay_total);
  const variable = penceOf(earnings.variable_pay_total);
  if (fixed !== undefined && variable !== undefined) return within(fixed + variable);
  // Gross pay follows from net pay more closely than from one of its parts.
  if (penceOf(earnings.net_pay) !== undefined) return undefined;
  const steady = fixed ?? penceOf(earnings.base_salary);
  return steady === undefined ? undefined : within(steady + (variable ?? penceOf(earnings.bonus) ?? 0));
}

/** Amounts of the given lines of earnings: as given, else quantity times rate, else what is left of a given gross pay. */
function earningAmounts({ earning_elements, gross_pay }: Earnings): Pence[] {
  const known = (earning_elements ?? []).map(({ amount, quantity, rate }) => {
    if (amount !== undefined) return penceOf(amount) ?? 0;
    if (quantity == null || rate == null) return undefined;
    return within(Math.round(Number(quantity) * Number(rate) * 100) + 0);
  });
  return completed(known, penceOf(gross_pay));
}

export const partTypes = {
  tax: 'income_tax',
  ni: 'employee_ni',
  pension: 'employee_pension',
  loans: 'student_loan',
} as const satisfies Record<keyof Withheld, string>;

function givenParts(deductions: Deductions): Partial<Withheld> {
  const { income_tax: tax, employee_ni: ni, employee_pension: pension, loan_deductions: loans } = deductions;
  const given = Object.entries(defined({ tax, ni, pension, loans }));
  return Object.fromEntries(given.map(([name, amount]) => [name, penceOf(amount) ?? 0]));
}

/** Amounts of the given lines of deductions: as given, else what is left of a given total. */
export function lineAmounts({ deductions_elements, total_deductions }: Deductions): Pence[] {
  const known = (deductions_elements ?? []).map(({ amount }) =>
    amount === undefined ? undefined : (penceOf(amount) ?? 0),
  );
  return completed(known, penceOf(total_deductions));
}

/** The parts of a total: as given, else as the given lines say, else as the tables say, and tax takes what is left. */
function partsOf(deductions: Deductions, total: Pence, gross: Pence, tables: Withheld): Withheld {
  const known = givenParts(deductions);
  const { deductions_elements: lines } = deductions;
  if (lines) {
    const amounts = lineAmounts(deductions);
    const sum = (...types: string[]) =>
      sumOf(amounts.filter((_, index) => types.includes(lines[index]?.type ?? '')));
    const { tax, ni, pension, loans } = partTypes;
    const allLoans = sum(loans, 'postgraduate_loan');
    return { tax: sum(tax), ni: sum(ni), pension: sum(pension), loans: allLoans, ...known };
  }
  const parts: Withheld = { tax: 0, ni: 0, pension: 0, loans: 0, ...known };
  let left = within(total - sumOf(Object.values(known)));
  for (const name of ['ni', 'pension'] as const) {
    if (known[name] !== undefined) continue;
    parts[name] = Math.min(tables[name], Math.max(0, left));
    left -= parts[name];
  }
  // There is no tax on no pay: what is taken then is something else.
  if (known.tax === undefined && gross > 0) parts.tax = left;
  return parts;
}

export type Withheld = { tax: Pence; ni: Pence; pension: Pence; loans: Pence };

// The tables know our own time; a pay day far off uses the nearest year.
const firstDay = dayNumber('1990-01-01');
const lastDay = dayNumber('2090-01-01');

/** What the tables of tax and national insurance, and a usual pension, take off the pay of one period by itself. */
function withholding(
  { frequency, payDate }: Pick<PayTimes, 'frequency' | 'payDate'>,
  taxCode: string | null | undefined,
): (gross: Pence) => Withheld {
  const day = Math.min(Math.max(dayNumberOf(payDate), firstDay), lastDay);
  const period = taxPeriodOf(day, frequency);
  const pay = { day, taxYear: period.taxYear, frequency };
  const code: TaxCode = {
    ...(parseTaxCode(taxCode ?? '') ?? { kind: 'allowance', number: 1257, region: 'rUK' }),
    basis: 'non-cumulative',
  };
  return (gross) => ({
    tax: Math.max(0, incomeTax({ code, period, pay: gross, cash: gross, payBefore: 0, taxBefore: 0 })),
    ni: employeeNi(gross, 'A', pay),
    // Five per cent of qualifying earnings, of which the scheme claims a fifth as tax relief.
    pension: mustEnrol(gross, null, pay) ? wholePence(qualifyingEarnings(gross, pay) * 0.04) : 0,
    loans: 0,
  });
}

/** The least gross pay that leaves at least so much after what is taken off it. */
function grossFor(net: Pence, takenOff: (gross: Pence) => Pence): Pence {
  const always = takenOff(0);
  // What is given may be given back (a refund): then gross pay is less than net.
  let low = Math.min(net, net + always) - 1;
  let high = (Math.max(net, 0) + Math.max(always, 0)) * 4 + 10_000_000;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle - takenOff(middle) >= net) high = middle;
    else low = middle;
  }
  return high;
}

type Line = NonNullable<Earnings['earning_elements']>[number];

/** When the employment began, where that is known. */
type Since = number | null;

/** The earnings of a payslip: the lines add up to gross pay, and so do fixed and variable pay. */
export function fillEarnings(given: Earnings, pay: TakeHome, times: PayTimes, since: Since): Earnings {
  const { gross, net } = pay;
  const lines = given.earning_elements?.length ? filledLines(given) : undefined;
  const sumWhere = (wanted: (line: Line) => boolean) =>
    lines && sumOf(lines.filter(wanted).map((line) => penceOf(line.amount) ?? 0));
  const givenVariable = penceOf(given.variable_pay_total);
  const bonus = penceOf(given.bonus) ?? sumWhere((line) => line.type === 'bonus') ?? 0;
  const fixed =
    penceOf(given.fixed_pay_total) ??
    (givenVariable === undefined ? undefined : within(gross - givenVariable)) ??
    sumWhere((line) => line.is_fixed === true) ??
    within(gross - bonus);
  const variable = givenVariable ?? within(gross - fixed);
  const base = penceOf(given.base_salary) ?? sumWhere((line) => line.type === 'basic') ?? fixed;
  return {
    gross_pay: kept(given.gross_pay, () => moneyText(gross)),
    net_pay: kept(given.net_pay, () => moneyText(net)),
    base_salary: kept(given.base_salary, () => moneyText(base)),
    bonus: kept(given.bonus, () => moneyText(bonus)),
    fixed_pay_total: kept(given.fixed_pay_total, () => moneyText(fixed)),
    variable_pay_total: kept(given.variable_pay_total, () => moneyText(variable)),
    earning_elements: lines ?? kept(given.earning_elements, () => linesOf({ base, fixed, bonus, variable })),
    year_to_date: keptPart(given.year_to_date, (part) => fillYearToDate(part, pay, times, since)),
    rolling_12m_income: keptPart(given.rolling_12m_income, (part) =>
      fillRollingYear(part, pay, times, since),
    ),
  };
}

type Sums = { base: Pence; fixed: Pence; bonus: Pence; variable: Pence };

function linesOf({ base, fixed, bonus, variable }: Sums): Line[] {
  const besides = within(fixed - base);
  const extra = within(variable - bonus);
  return [
    filledLine({ type: 'basic' }, base),
    ...(besides === 0 ? [] : [filledLine({ type: besides > 0 ? 'allowance' : 'absence' }, besides)]),
    ...(bonus === 0 ? [] : [filledLine({ type: 'bonus' }, bonus)]),
    ...(extra === 0 ? [] : [filledLine({ type: extra > 0 ? 'overtime' : 'adjustment' }, extra)]),
  ];
}

function filledLines(given: Earnings): Line[] {
  const amounts = earningAmounts(given);
  return (given.earning_elements ?? []).map((line, index) => {
    const likely = line.is_bik ? 'benefit_in_kind' : line.is_fixed === false ? 'overtime' : 'basic';
    return filledLine({ ...line, type: kept(line.type, () => likely) }, amounts[index] ?? 0);
  });
}

const steadyTypes = /^(basic|salary|hours|piecework|allowance|absence)$/i;

function filledLine(given: Line, amount: Pence): Line {
  const type = given.type ?? null;
  return {
    type,
    description: kept(given.description, () => printedType(type)),
    amount: kept(given.amount, () => moneyText(amount)),
    is_fixed: kept(given.is_fixed, () => type === null || steadyTypes.test(type)),
    is_after_tax: kept(given.is_after_tax, () => type === 'expenses'),
    is_after_ni: kept(given.is_after_ni, () => type === 'expenses'),
    is_bik: kept(given.is_bik, () => type === 'benefit_in_kind'),
    quantity: kept(given.quantity, () => null),
    rate: kept(given.rate, () => null),
    unit: kept(given.unit, () => (given.quantity == null ? null : 'hour')),
  };
}

type YearToDate = NonNullable<Earnings['year_to_date']>;
type Rolling = NonNullable<Earnings['rolling_12m_income']>;

/** The year to date of a person who has earned the same in every period of it. */
function fillYearToDate(given: YearToDate, pay: TakeHome, times: PayTimes, since: Since): YearToDate {
  const payDay = dayNumberOf(times.payDate);
  const taxYear = taxYearOf(payDay);
  const periods = periodsSince(taxYearStart(taxYear) * MS_PER_DAY, times, since);
  const known = penceOf(given.gross_pay);
  const factor = known !== undefined && pay.gross > 0 ? known / pay.gross : periods;
  const text = (pence: number) => moneyText(wholePence(pence * factor));
  const gross = kept(given.gross_pay, () => text(pay.gross));
  return {
    gross_pay: gross,
    net_pay: kept(given.net_pay, () => text(pay.net)),
    total_tax_paid: kept(given.total_tax_paid, () => text(pay.withheld.tax)),
    total_ni_paid: kept(given.total_ni_paid, () => text(pay.withheld.ni)),
    // A pension with relief at source is paid out of taxed pay: all of it is taxable.
    total_taxable_earnings: kept(given.total_taxable_earnings, () => gross ?? text(pay.gross)),
    tax_year: kept(given.tax_year, () => taxYear),
  };
}

/** The twelve months of a person who has earned the same all along. */
function fillRollingYear(given: Rolling, pay: TakeHome, times: PayTimes, since: Since): Rolling {
  const periods = periodsSince(times.payDate - 365 * MS_PER_DAY, times, since);
  return {
    gross_pay: kept(given.gross_pay, () => moneyText(wholePence(pay.gross * periods))),
    net_pay: kept(given.net_pay, () => moneyText(wholePence(pay.net * periods))),
  };
}

function periodsSince(from: number, { frequency, payDate }: PayTimes, since: Since): number {
  const { perYear } = payPeriodOf[frequency];
  const start = Math.max(from, since ?? from);
  const share = ((payDate - start) / (365.25 * MS_PER_DAY)) * perYear;
  return Math.min(perYear, Math.max(1, Math.ceil(share)));
}
