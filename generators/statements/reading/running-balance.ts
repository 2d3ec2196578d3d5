import { signedPence } from './amounts.ts';
import type { Movement } from './directions.ts';
import type { TableRow } from './table.ts';

/** How many printed balances could be checked against the movements before them, and how many were wrong. */
export type BalanceCheck = { checked: number; wrong: number };

type Step = { movement: number | undefined; balance: number | undefined };

function walk(steps: Step[], opening: number | undefined, closing: number | undefined): BalanceCheck {
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
export function checkBalances(
  rows: TableRow[],
  movements: (Movement | undefined)[],
  opening: number | undefined,
  closing: number | undefined,
): BalanceCheck {
  const steps = rows.map(({ money, isTransaction }, index): Step => {
    const movement = movements[index];
    const unknown = isTransaction && movement?.type == null;
    const pence = movement?.type === 'debit' ? -movement.pence : (movement?.pence ?? 0);
    return { movement: unknown ? undefined : pence, balance: money.balance && signedPence(money.balance) };
  });
  const onwards = walk(steps, opening, closing);
  const backwards = walk(steps.toReversed(), opening, closing);
  return backwards.checked >= onwards.checked && backwards.wrong < onwards.wrong ? backwards : onwards;
}
