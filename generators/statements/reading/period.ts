import { isoDay, leadingDate, type PrintedDate } from './dates.ts';
import { labelled, type TextLine } from './lines.ts';

export type Period = { start_date: string | null; end_date: string | null };

function rangeAt(text: string): Period | undefined {
  const first = leadingDate(text);
  const joint = first && /^(?:to|until|through|[-–—]) */i.exec(first.rest);
  const second = joint ? leadingDate(first.rest.slice(joint[0].length)) : undefined;
  if (!first || !second || second.date.year === undefined) return undefined;
  const { year } = second.date;
  // "1 December to 3 January 2026" begins in the year before.
  const inferred = first.date.month > second.date.month ? year - 1 : year;
  const start: PrintedDate = { ...first.date, year: first.date.year ?? inferred };
  return { start_date: isoDay(start), end_date: isoDay(second.date) };
}

function rangeIn(text: string): Period | undefined {
  for (const { index } of text.matchAll(/(?<![\w/])[\da-z]/gi)) {
    const range = rangeAt(text.slice(index));
    if (range) return range;
  }
  return undefined;
}

const dayOf = (text: string) => {
  const found = leadingDate(text);
  return found ? (isoDay(found.date) ?? undefined) : undefined;
};

/** The period that the text around the table names: a range of two dates, or a start and an end with labels. */
export function periodOf(lines: TextLine[]): Period {
  for (const { cells } of lines) {
    const range =
      cells.map(({ text }) => rangeIn(text)).find(Boolean) ??
      rangeIn(cells.map(({ text }) => text).join(' '));
    if (range) return range;
  }
  return {
    start_date: labelled(lines, /(?:period )?(?:from|start(?: date)?)/, dayOf) ?? null,
    end_date: labelled(lines, /(?:(?:period )?(?:to|end(?: date)?)|statement date)/, dayOf) ?? null,
  };
}

/** Gives a date its year from the period: the one that puts it inside, or else nearest to its end. */
export function dated(date: PrintedDate, period: Period): string | null {
  const bound = period.end_date ?? period.start_date;
  if (date.year !== undefined || bound === null) return isoDay(date);
  const lastYear = Number(bound.slice(0, 4));
  const inEndYear = isoDay({ ...date, year: lastYear })!;
  return inEndYear <= bound ? inEndYear : isoDay({ ...date, year: lastYear - 1 });
}
