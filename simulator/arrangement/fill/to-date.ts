import { dayNumberOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import { payPeriodOf } from '../../../generators/uk/pay-frequency.ts';
import { taxYearOf, taxYearStart } from '../../../generators/uk/tax-year.ts';
import { moneyText, penceOf, wholePence } from './amounts.ts';
import { kept } from './kept.ts';
import type { PayTimes } from './pay-times.ts';
import type { Earnings, TakeHome } from './take-home.ts';

type YearToDate = NonNullable<Earnings['year_to_date']>;
type Rolling = NonNullable<Earnings['rolling_12m_income']>;

/** The year to date of somebody who has earned the same in every period of it. */
export function fillYearToDate(
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

/** The twelve months of somebody who has earned the same all along. */
export function fillRollingYear(
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

/** How many pay days there were since an instant, this one included. */
function periodsSince(from: number, { frequency, payDate }: PayTimes, employedSince: number | null): number {
  const { perYear } = payPeriodOf[frequency];
  const start = Math.max(from, employedSince ?? from);
  const share = ((payDate - start) / (365.25 * MS_PER_DAY)) * perYear;
  return Math.min(perYear, Math.max(1, Math.ceil(share)));
}
