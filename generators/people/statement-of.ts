import { dayOf, firstDayOf, lastDayOf, type Month, startOf } from '../calendar.ts';
import type { Statement } from '../statements/statement.ts';
import { ledgerMonth } from './ledger.ts';
import { nameOf, type Person, shownHome, streetOf } from './person.ts';

export { STATEMENT_YEARS } from './ledger.ts';

/**
 * The bank statement of a person and a month (`YYYY-MM`) as the bank would give it at an instant: that of a month that
 * is going on ends with the day. Undefined for a month to come and for those before the records begin.
 */
export function statementOf(person: Person, month: Month, until: number): Statement | undefined {
  const ledger = ledgerMonth(person, month, dayOf(until));
  if (!ledger) return undefined;
  const { bankName, layout, sortCode, accountNumber, iban } = person.bank;
  const end = dayOf(Math.min(startOf(lastDayOf(month)), until));
  const home = shownHome(person, end);
  return {
    holder: {
      name: nameOf(person),
      // A city that is its own county is written once.
      addressLines: home ? [...new Set([streetOf(person, home), home.city, home.county, home.postCode])] : [],
    },
    bankName,
    layout,
    sortCode,
    accountNumber,
    iban,
    period: { start: firstDayOf(month), end },
    openingPence: ledger.opening,
    closingPence: ledger.closing,
    transactions: ledger.transactions,
  };
}
