import { readFileSync } from 'node:fs';

export type Row = Readonly<Record<string, string>>;

const CELL = /"((?:[^"]|"")*)"|([^,]*)/y;

/** Reads a table below this folder, such as `uk/data/minimum-wage`: a row a line, by the names in its first line. */
export const readTable = (path: string): Row[] =>
  parseCsv(readFileSync(new URL(`./${path}.csv`, import.meta.url), 'utf8'));

/** What a JSON file below this folder holds, such as `world/terms`. */
export const readData = <T>(path: string): T =>
  JSON.parse(readFileSync(new URL(`./${path}.json`, import.meta.url), 'utf8'));

/** Reads comma-separated text with quoted cells (no line breaks inside a cell). */
export function parseCsv(text: string): Row[] {
  const [head, ...lines] = text.split(/\r?\n/).filter((line) => line !== '');
  const names = cells(head ?? '');
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, column) => [names[column], cell])));
}

function cells(line: string): string[] {
  const found: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex <= line.length) {
    const match = CELL.exec(line);
    if (!match) throw new SyntaxError(`Not a line of comma-separated values: ${line}`);
    found.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    // Steps over the comma; at the end of the line it leaves the loop.
    CELL.lastIndex += 1;
  }
  return found;
}

/** A decimal of a table in whole hundredths (pounds to pence), or in whole units of another scale. */
export function scaled(row: Row, column: string, scale = 100): number {
  const cell = row[column];
  const value = cell === undefined || cell === '' ? Number.NaN : Number(cell) * scale;
  const whole = Math.round(value);
  // The cell times the scale is whole but for the error of binary fractions; anything else is a bad table.
  if (!(Math.abs(value - whole) < 1e-6))
    throw new RangeError(`Column ${column} holds no such amount: ${cell}`);
  return whole;
}
