import { addMonths, type Day, dayNumber, dayText } from '../calendar.ts';
import type { Stream } from '../random.ts';
import { workingDayFrom } from '../uk/bank-holidays.ts';
import { statePensionDay } from '../uk/state-pension.ts';
import { schemePension, withFuture } from './future.ts';
import { recordsFrom } from './history.ts';
import { type Holder, type Job, type JobOutline, p45, planJob, withTerms } from './plan-job.ts';
import { leavingDay, startingDay } from './school-terms.ts';
import { type Trade, trades } from './trades.ts';

const days = ({ begins }: Holder) => ({ records: dayNumber(recordsFrom(begins)), first: dayNumber(begins) });

const COURSES = { steady: 64, changer: 17, starter: 13, leaver: 6 };

function tradeFor(stream: Stream, { dateOfBirth, begins }: Holder): Trade {
  const lived = dateOfBirth === null ? undefined : dayNumber(begins) - dayNumber(dateOfBirth);
  const age = lived === undefined ? 40 : Math.floor(lived / 365.25);
  const open = trades.filter((trade) => trade.age <= age);
  return byWeight(stream, open);
}

const byWeight = (stream: Stream, among: readonly Trade[]): Trade =>
  stream.weighted(among.map((trade) => [trade, trade.weight]));

const birthday = (born: Day, age: number): number => addMonths(dayNumber(born), 12 * age);

/** When a person was ready for a trade: some time after the age that it takes, since few begin on a birthday. */
const readyFor = (stream: Stream, { age }: Trade, born: Day | null, days = daysUntilReady(stream)): number =>
  born === null ? Number.NEGATIVE_INFINITY : birthday(born, age) + days;

const daysUntilReady = (stream: Stream): number => stream.fork('ready').int(30, 400);

const workday = (day: number): Day => dayText(workingDayFrom(day));

/** A first day in the years before the records begin, but not before the person was ready for the trade. */
function longAgo(stream: Stream, holder: Holder, trade: Trade): Day {
  const ready = readyFor(stream, trade, holder.dateOfBirth);
  const { records } = days(holder);
  return dayText(startingDay(trade, Math.max(records - stream.int(150, 4200), ready)));
}

/** A first day since the records begin, for a person who was not ready before. */
function lately(stream: Stream, holder: Holder, trade: Trade): Day {
  const { records, first } = days(holder);
  const ready = readyFor(stream, trade, holder.dateOfBirth);
  const latest = first - 50;
  const drawn = stream.int(Math.min(Math.max(records + 10, ready), latest), latest);
  const atSchool = holder.dateOfBirth === null ? drawn : birthday(holder.dateOfBirth, LEAVES_SCHOOL_AT);
  return workday(Math.max(drawn, atSchool));
}

/** The youngest at work, by law and here. */
const LEAVES_SCHOOL_AT = 16;

/** Two jobs one after the other; the new one begins with the figures of the old, or on an emergency code. */
function change(stream: Stream, holder: Holder, trade: Trade): Job[] {
  const { records, first } = days(holder);
  const left = leavingDay(trade, stream.int(records + 90, first - 100));
  const gap = stream.weighted([
    [0, 45],
    [stream.int(2, 20), 30],
    [stream.int(21, 120), 25],
  ]);
  // The term may begin after the world does: then they begin at once.
  const inTerm = startingDay(trade, left + 1 + gap);
  const start = inTerm < first - 45 ? dayText(inTerm) : workday(left + 1 + gap);
  const other = stream.chance(0.6) ? trade : tradeFor(stream.fork('next-trade'), holder);
  // Only work that takes no training, or no more than the old, is taken up from one job to the next.
  const isOpen = other.age <= Math.max(trade.age, 20);
  const isReady = readyFor(stream, other, holder.dateOfBirth) < dayNumber(start);
  const next = isOpen && isReady ? other : trade;
  const before = { key: 'earlier', trade, start: longAgo(stream, holder, trade), leave: dayText(left) };
  const earlier = planJob(stream.fork('earlier'), holder, before);
  const notAt = earlier.employment.employer.name;
  const outline: JobOutline = { key: 'main', trade: next, start, leave: null, notAt };
  if (stream.chance(0.25)) {
    const emergencyUntil = dayText(dayNumber(start) + stream.int(45, 90));
    return [earlier, planJob(stream.fork('main'), holder, { ...outline, emergencyUntil })];
  }
  const draft = planJob(stream.fork('main'), holder, outline);
  return [earlier, withTerms(draft, { previous: p45(earlier, draft) })];
}

function mainJobs(stream: Stream, holder: Holder): Job[] {
  const { records, first } = days(holder);
  const drawn = stream.named(COURSES);
  const trade = tradeFor(stream.fork('trade'), holder);
  const course = readyFor(stream, trade, holder.dateOfBirth) > records - 30 ? 'starter' : drawn;
  if (course === 'changer') return change(stream, holder, trade);
  const start = course === 'starter' ? lately(stream, holder, trade) : longAgo(stream, holder, trade);
  const leave = course === 'leaver' ? dayText(leavingDay(trade, first - stream.int(20, 300))) : null;
  return [planJob(stream.fork('main'), holder, { key: 'main', trade, start, leave })];
}

const salaried = trades.filter(({ pay, director }) => pay.kind === 'salary' && !director);

/** A job with a monthly salary and without an end, begun before the records do or as soon as the person was ready. */
function steadyJob(stream: Stream, holder: Holder): Job {
  const { dateOfBirth } = holder;
  const { records } = days(holder);
  const untilReady = daysUntilReady(stream);
  const isReady = (trade: Trade) => readyFor(stream, trade, dateOfBirth, untilReady) <= records - 30;
  const suited = salaried.filter(isReady);
  const junior = salaried.filter(({ age }) => age <= 18);
  const trade = byWeight(stream.fork('trade'), suited.length > 0 ? suited : junior);
  const start = isReady(trade) ? longAgo(stream, holder, trade) : lately(stream, holder, trade);
  const outline: JobOutline = { key: 'main', trade, start, leave: null, frequency: 'monthly' };
  return planJob(stream.fork('main'), holder, outline);
}

const OLDEST = 110;

/** What a person lives on of whom no more than an age is known: a job, a pension, or nothing that a payroll shows. */
export function livelihoodOf(stream: Stream, holder: Holder): Job[] {
  const { dateOfBirth: born, begins } = holder;
  const today = dayNumber(begins);
  if (born === null) return [steadyJob(stream, holder)];
  if (birthday(born, LEAVES_SCHOOL_AT) > today || birthday(born, OLDEST) <= today) return [];
  const pension = statePensionDay(dayNumber(born));
  if (pension > today) return [steadyJob(stream, holder)];
  return [schemePension(stream, holder, 'main', workday(pension))];
}

/** Draws a person's jobs, oldest first; one in twenty has a second one beside the first. What is to come is drawn as well. */
export const careerOf = (stream: Stream, holder: Holder): Job[] =>
  withFuture(stream.fork('future'), holder, jobsSoFar(stream, holder));

/** Work that is also done for two or three days a week, by those hours. */
const sideTrades: readonly Trade[] = trades.flatMap((trade) => {
  const { pay } = trade;
  const weeklyHours = pay.kind === 'hourly' ? pay.weeklyHours.filter((hours) => hours <= 2000) : [];
  return pay.kind === 'hourly' && weeklyHours.length > 0 ? [{ ...trade, pay: { ...pay, weeklyHours } }] : [];
});

function jobsSoFar(stream: Stream, holder: Holder): Job[] {
  const jobs = mainJobs(stream, holder);
  if (!stream.chance(0.05)) return jobs;
  const second = stream.fork('second');
  const trade = second.pick(sideTrades);
  const { records, first } = days(holder);
  const ready = readyFor(second, trade, holder.dateOfBirth);
  const start = workday(second.int(Math.min(Math.max(records - 400, ready), first - 45), first - 45));
  return [...jobs, planJob(second, holder, { key: 'second', trade, start, leave: null, code: 'BR' })];
}
