import { dayNumber, dayText } from '../calendar.ts';
import type { Employment, PayEvent } from '../pay/employment.ts';
import type { Stream } from '../random.ts';
import type { ParentalLeave } from '../uk/statutory-pay.ts';
import data from './data/parental-leave.json' with { type: 'json' };
import { plannedUntil } from './history.ts';
import { womensNames } from './homes.ts';
import type { Holder } from './plan-job.ts';

/** How likely each kind is for those who bear children and for others, and how many weeks they take. */
const { kinds, weeks } = data;

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
    const leave = stream.named<ParentalLeave>(kinds[isMother ? 'mother' : 'other']);
    const days = stream.pick(weeks[leave]) * 7;
    const to = dayText(from + days - 1);
    return [{ kind: 'parental', from: dayText(from), to, leave, ...topUpOf(stream, employment) }];
  }
  return [];
}
