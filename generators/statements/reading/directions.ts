import { type PrintedAmount, signedPence } from './amounts.ts';
import type { TableRow } from './table.ts';

/** What a row does to the balance: `pence` is unsigned, `type` null when the page does not tell. */
export type Movement = { pence: number; type: 'credit' | 'debit' | null };

function fromMark(amount: PrintedAmount, unmarked: Movement['type']): Movement['type'] {
  if (amount.mark === '') return unmarked;
  return amount.mark === '+' || amount.mark === 'CR' ? 'credit' : 'debit';
}

// With no sign anywhere, the balances before and after a row tell which way it went.
function fromBalances(row: TableRow, then: number | undefined): Movement['type'] {
  const now = row.money.balance;
  if (!now || then === undefined || !row.money.amount) return null;
  const moved = signedPence(now) - then;
  if (Math.abs(moved) !== row.money.amount.pence) return null;
  return moved > 0 ? 'credit' : 'debit';
}

// Statements run oldest first or newest first; the order in which more rows make sense is theirs.
function typesFromBalances(rows: TableRow[], opening: number | undefined): Movement['type'][] {
  const known = (types: Movement['type'][]) => types.filter(Boolean).length;
  const after = (row: TableRow | undefined) =>
    row ? row.money.balance && signedPence(row.money.balance) : opening;
  const onwards = rows.map((row, index) => fromBalances(row, after(rows[index - 1])));
  const backwards = rows.map((row, index) => fromBalances(row, after(rows[index + 1])));
  return known(backwards) > known(onwards) ? backwards : onwards;
}

/** The movement of each row, in the table's order; a row that only states a balance moves nothing. */
export function movementsOf(rows: TableRow[], opening?: number): (Movement | undefined)[] {
  const marks = new Set(rows.map(({ money }) => money.amount?.mark).filter(Boolean));
  const unmarked = marks.has('-') || marks.has('DR') ? 'credit' : 'debit';
  const balanced = marks.size === 0 ? typesFromBalances(rows, opening) : [];
  return rows.map(({ isTransaction, money, direction }, index) => {
    if (!isTransaction) return undefined;
    const { in: paidIn, out: paidOut, amount } = money;
    if (amount) {
      const type = direction ?? (marks.size === 0 ? (balanced[index] ?? null) : fromMark(amount, unmarked));
      return { pence: amount.pence, type };
    }
    const credited = (paidIn && paidIn.pence !== 0) || !paidOut;
    return { pence: (credited ? paidIn : paidOut)!.pence, type: credited ? 'credit' : 'debit' };
  });
}

/** How many printed balances could be checked against the movements before them, and how many were wrong. */
export type BalanceCheck = { checked: number; wrong: number };

type Stated = { opening: number | undefined; closing: number | undefined };
type Step = { movement: number | undefined; balance: number | undefined };

function walk(steps: Step[], { opening, closing }: Stated): BalanceCheck {
  const check = { checked: 0, wrong: 0 };
  let expected = opening;
  const compare = (printed: number) => {
    if (expected !== undefined) {
      check.checked += 1;
      if (printed !== expected) check.wrong += 1;
    }
    // One wrong row counts once: the walk goes on from what is printed.
    expected = printed;
  };
  for (const { movement, balance } of steps) {
    if (movement === undefined) expected = undefined;
    else if (expected !== undefined) expected += movement;
    if (balance !== undefined) compare(balance);
  }
  if (closing !== undefined) compare(closing);
  return check;
}

/** Checks that the balances run; statements printed newest first are walked from their end. */
export function checkBalances(rows: TableRow[], movements: (Movement | undefined)[], stated: Stated) {
  const steps = rows.map(({ money, isTransaction }, index): Step => {
    const movement = movements[index];
    const unknown = isTransaction && movement?.type == null;
    const pence = movement?.type === 'debit' ? -movement.pence : (movement?.pence ?? 0);
    return { movement: unknown ? undefined : pence, balance: money.balance && signedPence(money.balance) };
  });
  const onwards = walk(steps, stated);
  const backwards = walk(steps.toReversed(), stated);
  return backwards.checked >= onwards.checked && backwards.wrong < onwards.wrong ? backwards : onwards;
}
