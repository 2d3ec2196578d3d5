import type { Statement } from '../statements/statement.ts';
import { homeOn } from './homes.ts';
import { lastDayOf, ledgerMonth, type Month } from './ledger.ts';
import { nameOf, type Person } from './person.ts';
import { streetOf } from './street.ts';

/** The bank statement of somebody and a month (`2026-03`); undefined for months before the records begin. */
export function statementOf(person: Person, month: Month): Statement | undefined {
  const ledger = ledgerMonth(person, month);
  if (!ledger) return undefined;
  const { bankName, layout, sortCode, accountNumber, iban } = person.bank;
  const end = lastDayOf(month);
  const home = homeOn(person.homes, end);
  return {
    holder: {
      name: nameOf(person),
      addressLines: home ? [streetOf(person, home), home.city, home.county, home.postCode] : [],
    },
    bankName,
    layout,
    sortCode,
    accountNumber,
    iban,
    period: { start: `${month}-01`, end },
    openingPence: ledger.opening,
    closingPence: ledger.closing,
    transactions: ledger.transactions,
  };
}
