import { addMonths, type Day, dayNumber, dayText } from '../calendar.ts';
import type { Stream } from '../random.ts';
import { recordsFrom } from './history.ts';
import type { Home } from './homes.ts';
import type { Job } from './job.ts';
import { p45 } from './job.ts';
import { type JobOutline, planJob } from './plan-job.ts';
import { type Trade, trades } from './trades.ts';

/** Whose career it is, and the day on which their world begins. */
type Holder = { dateOfBirth: Day | null; homes: readonly Home[]; begins: Day };

const beginning = ({ begins }: Holder) => ({
  records: dayNumber(recordsFrom(begins)),
  first: dayNumber(begins),
});

const COURSES = [
  ['steady', 64],
  ['changer', 17],
  ['starter', 13],
  ['leaver', 6],
] as const;

function tradeFor(stream: Stream, { dateOfBirth, begins }: Holder): Trade {
  const days = dateOfBirth === null ? undefined : dayNumber(begins) - dayNumber(dateOfBirth);
  const age = days === undefined ? 40 : Math.floor(days / 365.25);
  return stream.weighted(
    trades.filter((trade) => trade.age <= age).map((trade) => [trade, trade.weight] as const),
  );
}

const ofAge = (born: Day | null): number => (born === null ? 0 : addMonths(dayNumber(born), 12 * 18));

/** A first day in the years before the records begin, but not before the person was of age. */
function longAgo(stream: Stream, holder: Holder): Day {
  return dayText(Math.max(beginning(holder).records - stream.int(30, 4200), ofAge(holder.dateOfBirth)));
}

/** Two jobs one after the other; the new one begins with the figures of the old, or on an emergency code. */
function change(stream: Stream, holder: Holder): Job[] {
  const trade = tradeFor(stream.fork('trade'), holder);
  const { records, first } = beginning(holder);
  const left = stream.int(records + 90, first - 100);
  const start = dayText(
    left +
      1 +
      stream.weighted([
        [0, 45],
        [stream.int(2, 20), 30],
        [stream.int(21, 120), 25],
      ]),
  );
  const next = stream.chance(0.6) ? trade : tradeFor(stream.fork('next-trade'), holder);
  const earlier = planJob(stream.fork('earlier'), holder, {
    key: 'earlier',
    trade,
    start: longAgo(stream, holder),
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
  const { records, first } = beginning(holder);
  const grown = ofAge(holder.dateOfBirth);
  const drawn = stream.weighted(COURSES);
  const course = grown > records - 30 ? 'starter' : drawn;
  if (course === 'changer') return change(stream, holder);
  const trade = tradeFor(stream.fork('trade'), holder);
  const start =
    course === 'starter'
      ? dayText(stream.int(Math.max(records + 10, grown), first - 45))
      : longAgo(stream, holder);
  const leave = course === 'leaver' ? dayText(first - stream.int(20, 300)) : null;
  return [planJob(stream.fork('main'), holder, { key: 'main', trade, start, leave })];
}

/** A job with a monthly salary and without an end, begun before the records do or as soon as the person was of age. */
export function steadyJob(stream: Stream, holder: Holder): Job {
  const age =
    holder.dateOfBirth === null ? 40 : (dayNumber(holder.begins) - dayNumber(holder.dateOfBirth)) / 365.25;
  const salaried = trades.filter(({ pay, director }) => pay.kind === 'salary' && !director);
  const suited = salaried.filter((trade) => trade.age <= age);
  const trade = stream
    .fork('trade')
    .weighted((suited.length > 0 ? suited : salaried).map((one) => [one, one.weight] as const));
  return planJob(stream.fork('main'), holder, {
    key: 'main',
    trade,
    start: longAgo(stream, holder),
    leave: null,
    frequency: 'monthly',
  });
}

/** Draws a person's jobs, oldest first; one in twenty has a second one beside the first. */
export function careerOf(stream: Stream, holder: Holder): Job[] {
  const jobs = mainJobs(stream, holder);
  if (!stream.chance(0.05)) return jobs;
  const second = stream.fork('second');
  const trade = second.pick(trades.filter(({ pay, age }) => pay.kind !== 'salary' && age <= 18));
  const { records, first } = beginning(holder);
  const start = dayText(second.int(Math.max(records - 400, ofAge(holder.dateOfBirth)), first - 40));
  return [...jobs, planJob(second, holder, { key: 'second', trade, start, leave: null, code: 'BR' })];
}
