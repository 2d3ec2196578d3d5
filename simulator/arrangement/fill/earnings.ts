import type { Pence } from '../../../generators/money.ts';
import { moneyText, penceOf, sumOf, within } from './amounts.ts';
import { kept, keptPart } from './kept.ts';
import type { PayTimes } from './pay-times.ts';
import { type Earnings, earningAmounts, type TakeHome } from './take-home.ts';
import { fillRollingYear, fillYearToDate } from './to-date.ts';

type Line = NonNullable<Earnings['earning_elements']>[number];

/** The earnings of a payslip: the lines add up to gross pay, and so do fixed and variable pay. */
export function fillEarnings(
  given: Earnings,
  pay: TakeHome,
  times: PayTimes,
  employedSince: number | null,
): Earnings {
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
    year_to_date: keptPart(given.year_to_date, (part) => fillYearToDate(part, pay, times, employedSince)),
    rolling_12m_income: keptPart(given.rolling_12m_income, (part) =>
      fillRollingYear(part, pay, times, employedSince),
    ),
  };
}

type Sums = { base: Pence; fixed: Pence; bonus: Pence; variable: Pence };

function linesOf({ base, fixed, bonus, variable }: Sums): Line[] {
  const [besides, extra] = [within(fixed - base), within(variable - bonus)];
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

const steadyTypes: ReadonlySet<string> = new Set(['basic', 'salary', 'hours', 'allowance', 'absence']);

function filledLine(given: Line, amount: Pence): Line {
  const type = given.type ?? null;
  return {
    type,
    description: kept(given.description, () => printedType(type)),
    amount: kept(given.amount, () => moneyText(amount)),
    is_fixed: kept(given.is_fixed, () => type === null || steadyTypes.has(type.toLowerCase())),
    is_after_tax: kept(given.is_after_tax, () => type === 'expenses'),
    is_after_ni: kept(given.is_after_ni, () => type === 'expenses'),
    is_bik: kept(given.is_bik, () => type === 'benefit_in_kind'),
    quantity: kept(given.quantity, () => null),
    rate: kept(given.rate, () => null),
    unit: kept(given.unit, () => (given.quantity == null ? null : 'hour')),
  };
}

/** A type as a payslip prints it: `sick_pay` is "Sick pay". */
export function printedType(type: string | null): string {
  const words = (type || 'pay').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
