import { parseAmount, signedPence } from './amounts.ts';
import { labelled } from './labels.ts';
import type { Table } from './table.ts';

const OPENING =
  /(?:opening|previous|starting) balance|balance (?:brought forward|at start|b\/?f)|start balance/;
const CLOSING = /(?:closing|new|ending) balance|balance (?:carried forward|at end|c\/?f)|end balance/;

const pence = (text: string) => {
  const amount = parseAmount(text.replace(/^on .{5,20}? (?=[-£\d])/i, ''));
  return amount && signedPence(amount);
};

function stated(table: Table, from: 'first' | 'last'): number | undefined {
  const row = table.rows.at(from === 'first' ? 0 : -1);
  return row && !row.isTransaction && row.money.balance ? signedPence(row.money.balance) : undefined;
}

/** The balances that begin and end the statement: from its summary, or else from the table's first and last row. */
export function balancesOf(table: Table): { opening: number | undefined; closing: number | undefined } {
  return {
    opening: labelled(table.around, OPENING, pence) ?? stated(table, 'first'),
    closing: labelled(table.around, CLOSING, pence) ?? stated(table, 'last'),
  };
}
