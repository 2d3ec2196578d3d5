import { addMonths, type Day, dayNumber, dayText } from '../pay/day.ts';
import type { PreviousEmployment } from '../pay/employment.ts';
import { payslips } from '../pay/payslips.ts';
import type { Stream } from '../random.ts';
import { ANCHOR_DAY, RECORDS_FROM } from './history.ts';
import type { Home } from './homes.ts';
import type { Job } from './job.ts';
import { type JobOutline, planJob } from './plan-job.ts';
import { type Trade, trades } from './trades.ts';

type Holder = { dateOfBirth: Day | null; homes: readonly Home[] };

const RECORDS = dayNumber(RECORDS_FROM);
const ANCHOR = dayNumber(ANCHOR_DAY);

const COURSES = [
  ['steady', 64],
  ['changer', 17],
  ['starter', 13],
  ['leaver', 6],
] as const;

function tradeFor(stream: Stream, born: Day | null): Trade {
  const age = born === null ? 40 : Math.floor((ANCHOR - dayNumber(born)) / 365.25);
  return stream.weighted(
    trades.filter((trade) => trade.age <= age).map((trade) => [trade, trade.weight] as const),
  );
}

const ofAge = (born: Day | null): number => (born === null ? 0 : addMonths(dayNumber(born), 12 * 18));

/** A first day in the years before the records begin, but not before the person was of age. */
function longAgo(stream: Stream, born: Day | null): Day {
  return dayText(Math.max(RECORDS - stream.int(30, 4200), ofAge(born)));
}

/** The figures of the P45, when the new job's first payslip still falls in the tax year of the old one's last. */
function p45(earlier: Job, draft: Job): PreviousEmployment | null {
  const last = payslips(earlier.employment, ANCHOR_DAY).at(-1);
  const firstDays = dayText(dayNumber(draft.employment.start) + 75);
  const first = payslips({ ...draft.employment, leave: null }, firstDays)[0];
  if (!last || !first || first.yearToDate.taxYear !== last.yearToDate.taxYear) return null;
  return { taxablePay: last.yearToDate.taxable, taxPaid: last.yearToDate.tax };
}

/** Two jobs one after the other; the new one begins with the figures of the old, or on an emergency code. */
function change(stream: Stream, holder: Holder): Job[] {
  const trade = tradeFor(stream.fork('trade'), holder.dateOfBirth);
  const left = stream.int(RECORDS + 90, ANCHOR - 100);
  const start = dayText(
    left +
      1 +
      stream.weighted([
        [0, 45],
        [stream.int(2, 20), 30],
        [stream.int(21, 120), 25],
      ]),
  );
  const next = stream.chance(0.6) ? trade : tradeFor(stream.fork('next-trade'), holder.dateOfBirth);
  const earlier = planJob(stream.fork('earlier'), holder, {
    key: 'earlier',
    trade,
    start: longAgo(stream, holder.dateOfBirth),
    leave: dayText(left),
  });
  const notAt = earlier.employment.employer.name;
  const outline: JobOutline = { key: 'main', trade: next, start, leave: null, notAt };
  if (stream.chance(0.25)) {
    const emergencyUntil = dayText(dayNumber(start) + stream.int(45, 90));
    return [earlier, planJob(stream.fork('main'), holder, { ...outline, emergencyUntil })];
  }
  const draft = planJob(stream.fork('main'), holder, outline);
  return [earlier, { ...draft, employment: { ...draft.employment, previous: p45(earlier, draft) } }];
}

function mainJobs(stream: Stream, holder: Holder): Job[] {
  const grown = ofAge(holder.dateOfBirth);
  const drawn = stream.weighted(COURSES);
  const course = grown > RECORDS - 30 ? 'starter' : drawn;
  if (course === 'changer') return change(stream, holder);
  const trade = tradeFor(stream.fork('trade'), holder.dateOfBirth);
  const start =
    course === 'starter'
      ? dayText(stream.int(Math.max(RECORDS + 10, grown), ANCHOR - 45))
      : longAgo(stream, holder.dateOfBirth);
  const leave = course === 'leaver' ? dayText(ANCHOR - stream.int(20, 300)) : null;
  return [planJob(stream.fork('main'), holder, { key: 'main', trade, start, leave })];
}

/** Draws somebody's jobs, oldest first; one in twenty has a second one beside the first. */
export function careerOf(stream: Stream, holder: Holder): Job[] {
  const jobs = mainJobs(stream, holder);
  if (!stream.chance(0.05)) return jobs;
  const second = stream.fork('second');
  const trade = second.pick(trades.filter(({ pay, age }) => pay.kind !== 'salary' && age <= 18));
  const start = dayText(second.int(Math.max(RECORDS - 400, ofAge(holder.dateOfBirth)), ANCHOR - 40));
  return [...jobs, planJob(second, holder, { key: 'second', trade, start, leave: null, code: 'BR' })];
}
