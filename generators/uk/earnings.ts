import { lazy } from '../../spec/lazy.ts';
import type { Pence } from '../money.ts';
import { readTable, scaled } from '../table.ts';

const table = lazy(() =>
  readTable('uk/data/earnings').map((row) => ({
    taxYear: Number(row.tax_year?.slice(0, 4)),
    week: scaled(row, 'average_week'),
    allowance: scaled(row, 'personal_allowance'),
  })),
);

/** The row of a tax year; the first and the last one reach beyond the table. */
const rowOf = (taxYear: number) => table().findLast((row) => row.taxYear <= taxYear) ?? table()[0]!;

/** What people earned in a tax year, as a part of what they earned in the last year of the table; 1 from then on. */
export const earningsLevel = (taxYear: number): number => rowOf(taxYear).week / table().at(-1)!.week;

/** The income of a tax year that is free of tax. */
export const personalAllowance = (taxYear: number): Pence => rowOf(taxYear).allowance;
