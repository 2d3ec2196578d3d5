import { type PrintedAmount, parseAmount } from './amounts.ts';
import { leadingDate, type PrintedDate } from './dates.ts';
import { type Direction, directionOf } from './direction-word.ts';
import type { HeadingColumn, HeadingKey } from './heading.ts';
import type { TextCell, TextLine } from './lines.ts';

/** A line of a table with each cell in its column. */
export type SortedLine = {
  date: PrintedDate | undefined;
  description: string;
  direction?: Direction | undefined;
  money: Partial<Record<'in' | 'out' | 'amount' | 'balance', PrintedAmount>>;
};

type MoneyKey = keyof SortedLine['money'];

const isMoney = (key: HeadingKey): key is MoneyKey => !['date', 'code', 'description'].includes(key);

// Columns may be set flush right, flush left or centred under their heading.
function distance(cell: TextCell, column: HeadingColumn): number {
  const centres = (cell.left + cell.right - column.left - column.right) / 2;
  return Math.min(Math.abs(cell.right - column.right), Math.abs(cell.left - column.left), Math.abs(centres));
}

function moneyColumn(cell: TextCell, columns: HeadingColumn[]): HeadingColumn | undefined {
  const [nearest] = columns
    .filter(({ key }) => isMoney(key))
    .toSorted((a, b) => distance(cell, a) - distance(cell, b));
  return nearest && distance(cell, nearest) < 40 ? nearest : undefined;
}

function textColumn(cell: TextCell, columns: HeadingColumn[]): HeadingColumn | undefined {
  return columns
    .filter(({ key }) => !isMoney(key))
    .toSorted((a, b) => b.left - a.left)
    .find(({ left }) => cell.left >= left - 6);
}

/** Puts the cells of a line into the columns of a table; undefined when the line does not fit in. */
export function sortCells(line: TextLine, columns: HeadingColumn[]): SortedLine | undefined {
  const sorted: SortedLine = { date: undefined, description: '', money: {} };
  const described = columns.find(({ key }) => key === 'description')!;
  for (const cell of line.cells) {
    const amount = parseAmount(cell.text);
    const column = amount && moneyColumn(cell, columns);
    // A number at the very place where descriptions begin is a description.
    if (amount && column && Math.abs(cell.left - described.left) > 3) {
      if (sorted.money[column.key as MoneyKey]) return undefined;
      sorted.money[column.key as MoneyKey] = amount;
      continue;
    }
    const key = textColumn(cell, columns)?.key;
    if (key === 'date') {
      const found = leadingDate(cell.text);
      if (!found || sorted.date) return undefined;
      sorted.date = found.date;
      sorted.description = found.rest;
    } else if (key === 'description') {
      if (sorted.description === '' && Math.abs(cell.left - described.left) > 40) return undefined;
      sorted.description = `${sorted.description} ${cell.text}`.trim();
    } else if (key === 'code') sorted.direction ??= directionOf(cell.text);
    else if (key === undefined) return undefined;
  }
  return sorted;
}
