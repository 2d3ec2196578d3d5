import type { Pence } from '../money.ts';
import { type Row, scaled } from '../table.ts';
import type { TaxCode, TaxRegion } from './tax-code.ts';
import { byTaxYear, type TaxPeriod } from './tax-year.ts';

/** Ten-thousandths of a pound in a pound, and in a penny: the tables work to four decimals and round nothing up. */
const POUND = 10_000;
const PENNY = 100;

export type TaxablePay = {
  code: TaxCode;
  period: TaxPeriod;
  pay: Pence;
  /** The part of it that is paid in money, to which the limit applies; a taxed benefit in kind is not. */
  cash: Pence;
  /** Taxable pay and tax of the year before this pay day, earlier employments of the year included. */
  payBefore: Pence;
  taxBefore: Pence;
};

/**
 * Income tax of one pay day under PAYE; negative when tax is given back.
 *
 * Cumulative codes tax the year so far and take off what was paid. Non-cumulative ones, and the extra pay day of a
 * year with 53, 54 or 56 weeks, tax the period by itself. No more than half of the pay in money is ever taken; what
 * the limit spares is caught up by the next cumulative pay day.
 */
export function incomeTax({ code, period, pay, cash, payBefore, taxBefore }: TaxablePay): Pence {
  const alone = code.basis === 'non-cumulative' || period.isExtra;
  const due = alone
    ? liability(code, period, pay, period.span)
    : liability(code, period, payBefore + pay, period.number) - taxBefore;
  return Math.min(due, Math.max(0, Math.floor(cash / 2)));
}

/** Tax on the pay of `number` months or weeks. */
function liability(code: TaxCode, { taxYear, base }: TaxPeriod, pay: Pence, number: number): Pence {
  if (code.kind === 'none') return 0;
  if (code.kind === 'flat') return flatTax(pay, flatRate(code.region, taxYear, code.step));
  const adjustment = freePay(code.number, base) * number;
  const taxable = code.kind === 'addition' ? pay + adjustment : pay - adjustment;
  return taxable <= 0 ? 0 : bandedTax(taxable, bandsOf(taxYear)[code.region], number, base);
}

const flatTax = (pay: Pence, rate: number): Pence =>
  pay <= 0 ? 0 : Math.floor((Math.floor(pay / 100) * rate) / PENNY);

/** The band goes by exact pay against bounds rounded up to the pound; the tax is on whole pounds, cut to the penny. */
function bandedTax(taxable: Pence, bands: readonly Band[], number: number, base: number): Pence {
  const band = bands.find(({ upTo }) => taxable <= Math.ceil((upTo * number) / base) * 100);
  if (!band) throw new RangeError(`No band of income tax holds ${taxable}`);
  const over = Math.floor((band.over * POUND * number) / base);
  const below = Math.floor((band.taxBelow * number) / base);
  const above = Math.floor(((Math.floor(taxable / 100) * POUND - over) * band.rate) / POUND);
  return Math.floor((below + above) / PENNY);
}

const CODE_UNIT = 500;

/**
 * The pay that a code number sets free in the first month (base 12) or week (base 52) of the year, in pence; later
 * periods are multiples of it.
 *
 * The published tables reach to code 500 and give each code the top of its ten pounds (number x 10 + 9), rounded up
 * to the penny. A higher code is read as so many times 500 and a rest from 1 to 500, each rounded up by itself.
 */
export function freePay(codeNumber: number, base: 12 | 52): number {
  if (codeNumber === 0) return 0;
  const units = Math.floor((codeNumber - 1) / CODE_UNIT);
  const rest = ((codeNumber - 1) % CODE_UNIT) + 1;
  return units * Math.ceil((CODE_UNIT * 1000) / base) + Math.ceil((rest * 1000 + 900) / base);
}

/** One band of a year's rates, bounds in pounds of taxable pay a year. */
type Band = {
  name: string;
  /** In hundredths of a per cent. */
  rate: number;
  over: number;
  /** Infinity for the last band. */
  upTo: number;
  /** Tax on all pay below this band for a whole year, in ten-thousandths of a pound. */
  taxBelow: number;
};

const bandsOf = byTaxYear('paye-income-tax-bands', (rows): Record<TaxRegion, Band[]> => {
  const of = (name: string) => bandsFrom(rows.filter(({ regime }) => regime === name));
  return { rUK: of('England and Northern Ireland'), Scotland: of('Scotland'), Wales: of('Wales') };
});

function bandsFrom(rows: readonly Row[]): Band[] {
  let taxBelow = 0;
  return rows.map((row) => {
    const over = scaled(row, 'taxable_over_gbp_year', 1);
    const upTo = row.taxable_up_to_gbp_year
      ? scaled(row, 'taxable_up_to_gbp_year', 1)
      : Number.POSITIVE_INFINITY;
    const rate = scaled(row, 'rate', 10_000);
    const band = { name: row.band ?? '', rate, over, upTo, taxBelow };
    taxBelow += (upTo - over) * rate;
    return band;
  });
}

/** BR is step 0, D0 step 1; a step beyond the last rate stays there: SD3 came with the sixth Scottish rate. */
export function flatRate(region: TaxRegion, taxYear: number, step: number): number {
  const bands = bandsOf(taxYear)[region];
  const basic = bands.findIndex((band) => band.name === 'basic');
  return (bands[basic + step] ?? bands.at(-1))?.rate ?? 0;
}
