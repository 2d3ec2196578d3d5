import type { DayNumber } from '../calendar.ts';
import { parseTaxCode, type TaxCode, withoutMarker } from '../uk/tax-code.ts';
import { taxYearOf } from '../uk/tax-year.ts';
import { type Change, changeOn, type Timeline } from './timeline.ts';

type Named = { text: string; code: TaxCode };

/**
 * The tax code of each pay day in turn. A W1, M1 or X is for the tax year in which the code was first used; employers
 * are told to drop it from the next on.
 */
export function taxCodesInUse({ taxCode }: Timeline, firstPayDay: DayNumber): (payDay: DayNumber) => Named {
  const firstUse = new Map<Change<Named>, number>();
  return (payDay) => {
    const change = changeOn(taxCode, payDay);
    if (change.value.code.basis === 'cumulative') return change.value;
    const year = taxYearOf(payDay);
    // Where the records begin late, an old code was in use before the first payslip that is looked at.
    const isFirst = firstUse.size === 0;
    const first = firstUse.get(change) ?? (isFirst ? taxYearOf(Math.max(change.from, firstPayDay)) : year);
    firstUse.set(change, first);
    if (first >= year) return change.value;
    const text = withoutMarker(change.value.text);
    return { text, code: parseTaxCode(text) as TaxCode };
  };
}
