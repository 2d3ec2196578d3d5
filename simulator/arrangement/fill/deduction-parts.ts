import type { Pence } from '../../../generators/money.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import { completed, penceOf, sumOf, within } from './amounts.ts';
import type { Withheld } from './withholding.ts';

type Income = NonNullable<PayrollSubmission['income_information']>;
export type Deductions = NonNullable<Income['deductions']>;

/** What the lines of deductions call each part. */
export const partTypes = {
  tax: 'income_tax',
  ni: 'employee_ni',
  pension: 'employee_pension',
  loans: 'student_loan',
} as const satisfies Record<keyof Withheld, string>;

/** The amounts of deductions that were given; one that is null counts as nothing. */
export function givenParts(deductions: Deductions): Partial<Withheld> {
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
export function partsOf(deductions: Deductions, total: Pence, gross: Pence, tables: Withheld): Withheld {
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
