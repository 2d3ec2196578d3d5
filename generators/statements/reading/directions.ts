import { type PrintedAmount, signedPence } from './amounts.ts';
import type { TableRow } from './table.ts';

/** What a row does to the balance: `pence` is unsigned, `type` null when the page does not tell. */
export type Movement = { pence: number; type: 'credit' | 'debit' | null };

const inPlace = (amount: PrintedAmount | undefined) => amount !== undefined && amount.pence !== 0;

function fromMark(amount: PrintedAmount, unmarked: Movement['type']): Movement['type'] {
  if (amount.mark === '') return unmarked;
  return amount.mark === '+' || amount.mark === 'CR' ? 'credit' : 'debit';
}

// With no sign anywhere, the balances before and after a row tell which way it went.
function fromBalances(row: TableRow, before: TableRow | undefined): Movement['type'] {
  const [now, then] = [row.money.balance, before?.money.balance];
  if (!now || !then || !row.money.amount) return null;
  const moved = signedPence(now) - signedPence(then);
  if (Math.abs(moved) !== row.money.amount.pence) return null;
  return moved > 0 ? 'credit' : 'debit';
}

/** The movement of each row, in the table's order; a row that only states a balance moves nothing. */
export function movementsOf(rows: TableRow[]): (Movement | undefined)[] {
  const marks = new Set(rows.map(({ money }) => money.amount?.mark).filter(Boolean));
  const unmarked = marks.has('-') || marks.has('DR') ? 'credit' : marks.size > 0 ? 'debit' : undefined;
  return rows.map((row, index) => {
    if (!row.isTransaction) return undefined;
    const { in: paidIn, out: paidOut, amount } = row.money;
    if (amount) {
      const type = unmarked === undefined ? fromBalances(row, rows[index - 1]) : fromMark(amount, unmarked);
      return { pence: amount.pence, type };
    }
    const credited = inPlace(paidIn) || !paidOut;
    return { pence: (credited ? paidIn : paidOut)!.pence, type: credited ? 'credit' : 'debit' };
  });
}
