export type TaxRegion = 'rUK' | 'Scotland' | 'Wales';

/**
 * What a tax code says.
 *
 * - `allowance`: pay free of tax, ten pounds a year for each unit of the number; 0T is an allowance of nothing.
 * - `addition`: a K code, ten pounds a year for each unit added to pay.
 * - `flat`: all pay at one rate, counted from the basic rate (BR is step 0, D0 step 1) upwards.
 * - `none`: NT, no tax.
 */
export type TaxCode = { region: TaxRegion; basis: 'cumulative' | 'non-cumulative' } & (
  | { kind: 'allowance' | 'addition'; number: number }
  | { kind: 'flat'; step: number }
  | { kind: 'none' }
);

const PATTERN = /^([SC]?)(?:(\d{1,4})[LMNT]|(0T)|(BR)|D([0-8])|K(\d{1,4})|(NT))(?: ?(W1|M1|X))?$/;
const PREFIXES: Readonly<Record<TaxRegion, string>> = { rUK: '', Scotland: 'S', Wales: 'C' };
/** D2 and D3 exist in Scotland only, which has more rates above the basic one. */
const HIGHEST_D: Readonly<Record<TaxRegion, number>> = { rUK: 1, Scotland: 3, Wales: 1 };

/** Reads a tax code as payslips print it; undefined when it is none. */
export function parseTaxCode(text: string): TaxCode | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const [, prefix = '', allowance, zero, basicRate, d, k, none, marker] = match;
  const region = prefix === 'S' ? 'Scotland' : prefix === 'C' ? 'Wales' : 'rUK';
  const common = { region, basis: marker ? 'non-cumulative' : 'cumulative' } as const;
  if (allowance !== undefined || zero)
    return { ...common, kind: 'allowance', number: Number(allowance ?? 0) };
  if (basicRate) return { ...common, kind: 'flat', step: 0 };
  if (d !== undefined)
    return Number(d) <= HIGHEST_D[region] ? { ...common, kind: 'flat', step: Number(d) + 1 } : undefined;
  if (k !== undefined) return { ...common, kind: 'addition', number: Number(k) };
  // NT belongs to no country: there are no rates for it to choose between.
  return none && prefix === '' ? { ...common, kind: 'none' } : undefined;
}

/** The code without its W1, M1 or X, as it goes on in a new tax year. */
export const withoutMarker = (code: string): string => code.replace(/ ?(?:W1|M1|X)$/, '');

/** The same code in another region: 1257L is S1257L in Scotland. NT stays as it is. */
export function inRegion(code: string, region: TaxRegion): string {
  const bare = code.replace(/^[SC]/, '');
  return bare.startsWith('NT') ? bare : PREFIXES[region] + bare;
}
