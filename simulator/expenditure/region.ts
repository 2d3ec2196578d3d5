import { type Region, regionOf } from '../../generators/uk/post-codes.ts';
import { messages } from './messages.ts';
import type { PayMonth } from './months.ts';
import type { ExpenditureOptions } from './options.ts';

type Straddling = ExpenditureOptions['straddlingDistricts'];

/** The post codes that may speak for a month, in the order in which they are asked. */
export function postCodesOfMonth({ periods }: PayMonth, userPostCodes: string[]): string[] {
  const onPayslips = periods.flatMap(({ postCode }) => postCode ?? []);
  return [...onPayslips, ...userPostCodes];
}

/** The region of the first post code that has one. */
export function firstRegion(postCodes: string[], straddling: Straddling): Region | undefined {
  for (const postCode of postCodes) {
    const region = regionOf(postCode, { straddling });
    if (region) return region;
  }
  return undefined;
}

/** One message for each post code that was tried, however often and in whatever spelling it came. */
export function noRegionMessages(postCodes: string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const postCode of postCodes) {
    const key = postCode.replace(/\s+/g, '').toUpperCase();
    if (!bySpelling.has(key)) bySpelling.set(key, messages.noRegion(postCode));
  }
  return [...bySpelling.values()];
}
