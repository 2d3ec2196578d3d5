import { dayNumberOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import type { Pence } from '../../../generators/money.ts';
import { payPeriodOf, taxYearOf, taxYearStart } from '../../../generators/uk/tax-year.ts';
import { moneyText, penceOf, printedType, sumOf, wholePence, within } from './amounts.ts';
import type { PayTimes } from './pay-times.ts';
import { kept, keptPart } from './read-given.ts';
import { type Earnings, earningAmounts, type TakeHome } from './take-home.ts';

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
function fillYearToDate(
  given: YearToDate,
  pay: TakeHome,
  times: PayTimes,
  employedSince: number | null,
): YearToDate {
  const payDay = dayNumberOf(times.payDate);
  const taxYear = taxYearOf(payDay);
  const periods = periodsSince(taxYearStart(taxYear) * MS_PER_DAY, times, employedSince);
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
function fillRollingYear(
  given: Rolling,
  pay: TakeHome,
  times: PayTimes,
  employedSince: number | null,
): Rolling {
  const periods = periodsSince(times.payDate - 365 * MS_PER_DAY, times, employedSince);
  return {
    gross_pay: kept(given.gross_pay, () => moneyText(wholePence(pay.gross * periods))),
    net_pay: kept(given.net_pay, () => moneyText(wholePence(pay.net * periods))),
  };
}

function periodsSince(from: number, { frequency, payDate }: PayTimes, employedSince: number | null): number {
  const { perYear } = payPeriodOf[frequency];
  const start = Math.max(from, employedSince ?? from);
  const share = ((payDate - start) / (365.25 * MS_PER_DAY)) * perYear;
  return Math.min(perYear, Math.max(1, Math.ceil(share)));
}
