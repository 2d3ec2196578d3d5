import { dayNumber, dayText } from '../calendar.ts';
import type { Employment, PayEvent } from '../pay/employment.ts';
import type { Stream } from '../random.ts';
import type { ParentalLeave } from '../uk/statutory-pay.ts';
import { plannedUntil } from './history.ts';
import { womensNames } from './homes.ts';
import type { Holder } from './plan-job.ts';

/** How likely each kind of leave is for those who bear children and for others. */
const KINDS: Readonly<Record<'mother' | 'other', Partial<Record<ParentalLeave, number>>>> = {
  mother: { maternity: 90, 'shared-parental': 6, adoption: 4 },
  other: { paternity: 80, 'shared-parental': 16, adoption: 4 },
};

/** How many weeks they take: statutory pay ends before the longest leave does. */
const WEEKS: Readonly<Record<ParentalLeave, readonly number[]>> = {
  maternity: [26, 39, 39, 45, 52],
  paternity: [1, 2, 2],
  adoption: [26, 39, 52],
  'shared-parental': [8, 12, 20, 30],
};

/** What employers add: the whole pay or half of it for some weeks; most of those who pay by the hour add nothing. */
function topUpOf(stream: Stream, { basicPay }: Employment): { topUp?: { weeks: number; share: number } } {
  if (!stream.chance(basicPay.kind === 'salary' ? 0.6 : 0.15)) return {};
  return { topUp: { weeks: stream.pick([2, 6, 12, 18, 26]), share: stream.pick([10_000, 10_000, 5_000]) } };
}

/** Leave for a child in the years that are planned: for one in twenty-five a year of those of an age for it, and long enough in the job. */
export function parentalLeave(stream: Stream, holder: Holder, employment: Employment): PayEvent[] {
  const { dateOfBirth, begins, forename } = holder;
  const first = dayNumber(begins);
  for (let year = first; dateOfBirth !== null && year < plannedUntil(begins) - 700; year += 365) {
    const age = (year - dayNumber(dateOfBirth)) / 365.25;
    const from = year + stream.int(15, 360);
    const isEntitled = dayNumber(employment.start) <= from - 26 * 7;
    if (!stream.chance(0.04) || age < 21 || age > 42 || !isEntitled) continue;
    const isMother = forename !== undefined && womensNames.has(forename);
    const leave = stream.named(KINDS[isMother ? 'mother' : 'other']);
    const days = stream.pick(WEEKS[leave]) * 7;
    const to = dayText(from + days - 1);
    return [{ kind: 'parental', from: dayText(from), to, leave, ...topUpOf(stream, employment) }];
  }
  return [];
}
