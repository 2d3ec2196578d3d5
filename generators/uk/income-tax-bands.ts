import { lazy, readTable, scaled } from './table.ts';
import type { TaxRegion } from './tax-code.ts';
import { byTaxYear, parseTaxYear, tableIndex } from './tax-year.ts';

/** One band of a year's rates, bounds in pounds of taxable pay a year. */
export type Band = {
  name: string;
  /** In hundredths of a per cent. */
  rate: number;
  over: number;
  /** Infinity for the last band. */
  upTo: number;
  /** Tax on all pay below this band for a whole year, in ten-thousandths of a pound. */
  taxBelow: number;
};

const REGIMES: Readonly<Record<TaxRegion, string>> = {
  rUK: 'England and Northern Ireland',
  Scotland: 'Scotland',
  Wales: 'Wales',
};

const tables = lazy(() => {
  const rows = readTable('paye-income-tax-bands');
  const regime = (region: TaxRegion) =>
    byTaxYear((year) => {
      let taxBelow = 0;
      return rows
        .filter((row) => row.regime === REGIMES[region] && parseTaxYear(row.tax_year ?? '') === year)
        .map((row): Band => {
          const over = scaled(row, 'taxable_over_gbp_year', 1);
          const upTo = row.taxable_up_to_gbp_year
            ? scaled(row, 'taxable_up_to_gbp_year', 1)
            : Number.POSITIVE_INFINITY;
          const rate = scaled(row, 'rate', 10_000);
          const band = { name: row.band ?? '', rate, over, upTo, taxBelow };
          taxBelow += (upTo - over) * rate;
          return band;
        });
    });
  return { rUK: regime('rUK'), Scotland: regime('Scotland'), Wales: regime('Wales') };
});

/** The income tax bands of a region in a tax year, lowest first. */
export function incomeTaxBands(region: TaxRegion, taxYear: number): readonly Band[] {
  return tables()[region][tableIndex(taxYear)] as Band[];
}

/**
 * The rate of the codes BR (step 0), D0 (1), D1 (2) ...: the basic rate and those above it in turn. A step beyond
 * the last rate stays there: SD3 came with the sixth Scottish rate in 2024-25.
 */
export function flatRate(region: TaxRegion, taxYear: number, step: number): number {
  const bands = incomeTaxBands(region, taxYear);
  const basic = bands.findIndex((band) => band.name === 'basic');
  return (bands[Math.min(basic + step, bands.length - 1)] as Band).rate;
}
