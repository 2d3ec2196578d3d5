import type { Pence } from '../../../generators/money.ts';
import { moneyText, printedType, sumOf, within } from './amounts.ts';
import { kept } from './read-given.ts';
import { type Deductions, lineAmounts, partTypes, type TakeHome, type Withheld } from './take-home.ts';

type Line = NonNullable<Deductions['deductions_elements']>[number];

/** The deductions of a payslip: the lines add up to the total. */
export const fillDeductions = (given: Deductions, { total, withheld }: TakeHome): Deductions => ({
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
