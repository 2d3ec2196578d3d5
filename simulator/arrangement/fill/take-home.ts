import type { Pence } from '../../../generators/money.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import { completed, penceOf, sumOf, within } from './amounts.ts';
import { givenParts, lineAmounts, partsOf } from './deduction-parts.ts';
import type { PayTimes } from './pay-times.ts';
import { grossFor, type Withheld, withholding } from './withholding.ts';

type Income = NonNullable<PayrollSubmission['income_information']>;
export type Earnings = NonNullable<Income['earnings']>;

/** The amounts of a payslip that must agree, and the parts of its deductions. */
export type TakeHome = { gross: Pence; net: Pence; total: Pence; withheld: Withheld };

/**
 * Works out gross pay, net pay and deductions: what is given is taken as it is, the rest agrees with it as far as it can.
 * A null says nothing about the others.
 */
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
    // Nobody is taxed on pay that leaves nothing: then something was taken back.
    if (net !== undefined) return net > 0 ? within(grossFor(net, takenOff)) : 0;
    return knownTotal !== undefined && knownTotal > usualGross ? within(knownTotal * 3) : usualGross;
  }
}

function grossFromEarnings(earnings: Earnings): Pence | undefined {
  if (earnings.earning_elements?.length) return sumOf(earningAmounts(earnings));
  const [fixed, variable] = [penceOf(earnings.fixed_pay_total), penceOf(earnings.variable_pay_total)];
  if (fixed !== undefined && variable !== undefined) return within(fixed + variable);
  // Net pay tells more of gross pay than one part of it does.
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
