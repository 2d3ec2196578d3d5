import { parseGroupedPence, penceToGroupedText } from '../../../generators/money.ts';
import type { Stream } from '../../../generators/random.ts';
import type { BankStatementSubmission } from '../../../spec/types.ts';
import { within } from './amounts.ts';
import { kept } from './kept.ts';
import { movement, type Transaction } from './transactions.ts';

type Balances = NonNullable<BankStatementSubmission['balance_information']>;

/** Balances that differ by what the transactions come to. */
export function fillBalances(given: Balances, transactions: readonly Transaction[], draw: Stream): Balances {
  const change = movement(transactions);
  const [opening, closing] = [given.opening_balance, given.closing_balance].map((one) =>
    one == null ? undefined : parseGroupedPence(one),
  );
  const from = opening ?? (closing === undefined ? draw.int(120_00, 2_400_00) : within(closing - change));
  const to = closing ?? within(from + change);
  return {
    opening_balance: kept(given.opening_balance, () => penceToGroupedText(from + 0)),
    closing_balance: kept(given.closing_balance, () => penceToGroupedText(to + 0)),
  };
}
