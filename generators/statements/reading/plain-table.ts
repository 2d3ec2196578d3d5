import { type Direction, directionOf, type PrintedAmount, parseAmount } from './amounts.ts';
import { leadingDate } from './dates.ts';
import type { TextLine } from './lines.ts';
import type { Table, TableRow } from './table.ts';

const STATES_A_BALANCE = /\bbalance\b|\b(brought|carried) forward\b/i;

/** The row that a line of plain text is: a date, a description, an amount, and perhaps a direction and a balance. */
function rowOf(text: string): TableRow | undefined {
  const dated = leadingDate(text);
  if (!dated) return undefined;
  const words = dated.rest.split(' ');
  const amounts: PrintedAmount[] = [];
  let direction: Direction | undefined;
  for (let word = words.at(-1); word !== undefined && amounts.length <= 2; word = words.at(-1)) {
    const amount = parseAmount(word);
    const said = directionOf(word);
    if (amount && amounts.length < 2) amounts.unshift(amount);
    else if (said && !direction) direction = said;
    else break;
    words.pop();
  }
  const first = directionOf(words[0] ?? '');
  if (first && !direction && words.length > 1) {
    direction = first;
    words.shift();
  }
  const [amount, balance] = amounts;
  const description = words.join(' ');
  if (!amount || !/\p{L}/u.test(description)) return undefined;
  if (!balance && STATES_A_BALANCE.test(description))
    return { date: dated.date, description, money: { balance: amount }, isTransaction: false };
  return { date: dated.date, description, direction, money: { amount, balance }, isTransaction: true };
}

/** Reads a statement that has no table drawn up in columns under headings: each line that begins with a date is a row. */
export function plainTableOf(lines: TextLine[]): Table {
  const table: Table = { rows: [], headings: [], around: [] };
  for (const line of lines) {
    const row = rowOf(line.cells.map(({ text }) => text).join(' '));
    if (row) table.rows.push(row);
    else table.around.push(line);
  }
  return table;
}
