import type { Pence } from '../money.ts';
import { freePay } from './free-pay.ts';
import { type Band, flatRate, incomeTaxBands } from './income-tax-bands.ts';
import type { TaxCode } from './tax-code.ts';
import type { TaxPeriod } from './tax-year.ts';

/** Ten-thousandths of a pound in a pound, and in a penny: the tables work to four decimals and round nothing up. */
const POUND = 10_000;
const PENNY = 100;

export type TaxablePay = {
  code: TaxCode;
  period: TaxPeriod;
  /** Taxable pay of this pay day. */
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
  return taxable <= 0 ? 0 : bandedTax(taxable, incomeTaxBands(code.region, taxYear), number, base);
}

function flatTax(pay: Pence, rate: number): Pence {
  return pay <= 0 ? 0 : Math.floor((Math.floor(pay / 100) * rate) / PENNY);
}

/**
 * The band is chosen by exact taxable pay against bounds rounded up to the pound; the tax itself is on whole pounds
 * above the exact bound, cut (not rounded) to the penny.
 */
function bandedTax(taxable: Pence, bands: readonly Band[], number: number, base: number): Pence {
  const band = bands.find(({ upTo }) => taxable <= Math.ceil((upTo * number) / base) * 100) as Band;
  const over = Math.floor((band.over * POUND * number) / base);
  const below = Math.floor((band.taxBelow * number) / base);
  const above = Math.floor(((Math.floor(taxable / 100) * POUND - over) * band.rate) / POUND);
  return Math.floor((below + above) / PENNY);
}
