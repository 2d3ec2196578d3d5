import { dayNumber, dayNumberOf } from '../../../generators/calendar.ts';
import type { Pence } from '../../../generators/money.ts';
import { mustEnrol, qualifyingEarnings } from '../../../generators/uk/auto-enrolment.ts';
import { incomeTax } from '../../../generators/uk/income-tax.ts';
import { employeeNi } from '../../../generators/uk/national-insurance.ts';
import { parseTaxCode, type TaxCode } from '../../../generators/uk/tax-code.ts';
import { taxPeriodOf } from '../../../generators/uk/tax-year.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import { completed, penceOf, sumOf, wholePence, within } from './amounts.ts';
import type { PayTimes } from './pay-times.ts';

type Income = NonNullable<PayrollSubmission['income_information']>;
export type Earnings = NonNullable<Income['earnings']>;
export type Deductions = NonNullable<Income['deductions']>;

/** The amounts of a payslip that must agree, and the parts of its deductions. */
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
export function earningAmounts({ earning_elements, gross_pay }: Earnings): Pence[] {
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

/** The amounts of deductions that were given; one that is null counts as nothing. */
function givenParts(deductions: Deductions): Partial<Withheld> {
  const given = {
    tax: deductions.income_tax,
    ni: deductions.employee_ni,
    pension: deductions.employee_pension,
    loans: deductions.loan_deductions,
  };
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, amount]) => amount !== undefined)
      .map(([name, amount]) => [name, penceOf(amount) ?? 0]),
  );
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
    return {
      tax: sum(tax),
      ni: sum(ni),
      pension: sum(pension),
      loans: sum(loans, 'postgraduate_loan'),
      ...known,
    };
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
