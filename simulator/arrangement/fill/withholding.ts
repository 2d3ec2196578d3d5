import { dayNumber, dayNumberOf } from '../../../generators/calendar.ts';
import type { Pence } from '../../../generators/money.ts';
import { mustEnrol, qualifyingEarnings } from '../../../generators/uk/auto-enrolment.ts';
import { incomeTax } from '../../../generators/uk/income-tax.ts';
import { employeeNi } from '../../../generators/uk/national-insurance.ts';
import { parseTaxCode, type TaxCode } from '../../../generators/uk/tax-code.ts';
import { taxPeriodOf } from '../../../generators/uk/tax-year.ts';
import { wholePence } from './amounts.ts';
import type { PayTimes } from './pay-times.ts';

/** What an employer takes off pay. */
export type Withheld = { tax: Pence; ni: Pence; pension: Pence; loans: Pence };

// The tables know our own time; what lies far off is reckoned as if it were their nearest year.
const [firstDay, lastDay] = [dayNumber('1990-01-01'), dayNumber('2090-01-01')];
const standardCode = parseTaxCode('1257L') as TaxCode;

/** What the tables of tax and national insurance, and a usual pension, take off the pay of one period by itself. */
export function withholding(
  { frequency, payDate }: Pick<PayTimes, 'frequency' | 'payDate'>,
  taxCode: string | null | undefined,
): (gross: Pence) => Withheld {
  const day = Math.min(Math.max(dayNumberOf(payDate), firstDay), lastDay);
  const period = taxPeriodOf(day, frequency);
  const pay = { day, taxYear: period.taxYear, frequency };
  const code: TaxCode = { ...(parseTaxCode(taxCode ?? '') ?? standardCode), basis: 'non-cumulative' };
  return (gross) => ({
    tax: Math.max(0, incomeTax({ code, period, pay: gross, cash: gross, payBefore: 0, taxBefore: 0 })),
    ni: employeeNi(gross, 'A', pay),
    // Five per cent of qualifying earnings, of which the scheme claims a fifth as tax relief.
    pension: mustEnrol(gross, null, pay) ? wholePence(qualifyingEarnings(gross, pay) * 0.04) : 0,
    loans: 0,
  });
}

/** The least gross pay that leaves at least so much after what is taken off it. */
export function grossFor(net: Pence, takenOff: (gross: Pence) => Pence): Pence {
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
