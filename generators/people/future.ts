import { lazy } from '../../spec/lazy.ts';
import { type Day, dayNumber, dayText } from '../calendar.ts';
import type { Pence } from '../money.ts';
import type { Employment, PayEvent } from '../pay/employment.ts';
import type { Stream } from '../random.ts';
import { workingDayFrom } from '../uk/bank-holidays.ts';
import { statePensionDay } from '../uk/state-pension.ts';
import type { ParentalLeave } from '../uk/statutory-pay.ts';
// How likely each kind is for those who bear children and for others, and how many weeks they take.
import leaves from './data/parental-leave.json' with { type: 'json' };
import shares from './data/shares.json' with { type: 'json' };
import { yearly } from './happenings.ts';
import { plannedUntil } from './history.ts';
import { womensNames } from './homes.ts';
import { type Holder, type Job, type JobOutline, p45, planJob, schemeOf, withTerms } from './plan-job.ts';
import { leavingDay, startingDay } from './school-terms.ts';
import { pensioner, type Trade, trades } from './trades.ts';

type End = { on: number; why: 'leaves' | 'redundant' | 'retires' };

/** The end of a job in the years that are planned: most people stay, and all retire soon after the pension age. */
function endOf(stream: Stream, { dateOfBirth, begins }: Holder, work: Employment): End | undefined {
  const first = dayNumber(begins);
  // A day number, since the age may be reached in a year of five digits.
  const pension = dateOfBirth === null ? Number.POSITIVE_INFINITY : statePensionDay(dayNumber(dateOfBirth));
  // Those who work on past the age go some time after the world has begun.
  const retires = Math.max(pension, first) + stream.int(20, 500);
  for (let year = first; year < plannedUntil(begins) - 400; year += 365) {
    const drawn = year + stream.int(20, 364);
    const why = stream.named({ stays: 88, leaves: 9, redundant: 3 });
    const isRetiring = retires <= year + 364;
    const on = leavingDay(work, isRetiring ? retires : drawn);
    // The end of a term before the world began is past.
    if (on <= first) continue;
    if (isRetiring) return { on, why: 'retires' };
    if (why !== 'stays') return { on, why };
  }
  return undefined;
}

/** The day on which a person dies in the years that are planned: as likely as in this country at that age, so for few. */
export function deathOf(stream: Stream, { dateOfBirth, begins }: Holder): Day | null {
  for (let year = dayNumber(begins); year < plannedUntil(begins) - 400; year += 365) {
    const on = year + stream.int(30, 364);
    const age = dateOfBirth === null ? 0 : (on - dayNumber(dateOfBirth)) / 365.25;
    if (stream.chance(0.00018 * 1.1 ** (age - 20))) return dayText(on);
  }
  return null;
}

/** The jobs of a person who dies on a day: none goes on, and none begins. */
export const untilDeath = (jobs: readonly Job[], died: Day | null): Job[] =>
  jobs.flatMap((job) => {
    const { start, leave } = job.employment;
    if (died === null || (leave !== null && leave <= died)) return [job];
    return start > died ? [] : [withTerms(job, { leave: died })];
  });

/** A week's pay for each full year of service, within what the law asks for. */
function redundancyPay({ employment }: Job, on: Day): Pence {
  const years = Math.min(20, Math.floor((dayNumber(on) - dayNumber(employment.start)) / 365.25));
  const rise = employment.events.findLast((one) => one.kind === 'pay-rise' && one.from <= on);
  const pay = rise?.kind === 'pay-rise' ? rise.basicPay : employment.basicPay;
  return Math.round(Math.min(yearly(pay) / 52, 700_00) * years);
}

/** A pension from an employer's scheme: taxed like pay, free of national insurance, never off sick. */
export function schemePension(
  stream: Stream,
  holder: Holder,
  key: string,
  start: Day,
  employer?: string,
): Job {
  const outline: JobOutline = { key, trade: pensioner, start, leave: null, frequency: 'monthly' };
  const job = planJob(stream.fork('pension'), holder, outline);
  const { employer: own, events } = job.employment;
  return withTerms(job, {
    employer: { ...own, name: schemeOf(employer ?? own.name) },
    type: 'pension',
    pension: { kind: 'none' },
    events: events.filter(({ kind }) => kind !== 'sick' && kind !== 'unpaid'),
  });
}

/** What employers add: the whole pay or half of it for some weeks; most of those who pay by the hour add nothing. */
function topUpOf(stream: Stream, { basicPay }: Employment): { topUp?: { weeks: number; share: number } } {
  if (!stream.chance(basicPay.kind === 'salary' ? 0.6 : 0.15)) return {};
  return { topUp: { weeks: stream.pick([2, 6, 12, 18, 26]), share: stream.pick([10_000, 10_000, 5_000]) } };
}

/** Leave for a child in the years that are planned: for one in twenty-five a year of those of an age for it, and long enough in the job. */
function parentalLeave(stream: Stream, holder: Holder, employment: Employment): PayEvent[] {
  const { dateOfBirth, begins, forename = '' } = holder;
  for (let year = dayNumber(begins); dateOfBirth !== null && year < plannedUntil(begins) - 700; year += 365) {
    const age = (year - dayNumber(dateOfBirth)) / 365.25;
    const from = year + stream.int(15, 360);
    const isEntitled = dayNumber(employment.start) <= from - 26 * 7;
    if (!stream.chance(0.04) || age < 21 || age > 42 || !isEntitled) continue;
    const leave = stream.named<ParentalLeave>(leaves.kinds[womensNames.has(forename) ? 'mother' : 'other']);
    const to = dayText(from + stream.pick(leaves.weeks[leave]) * 7 - 1);
    return [{ kind: 'parental', from: dayText(from), to, leave, ...topUpOf(stream, employment) }];
  }
  return [];
}

/** A person's jobs as they go on after the world has begun: leave, a new job with a P45, redundancy, retirement. */
export function withFuture(stream: Stream, holder: Holder, jobs: readonly Job[]): Job[] {
  const main = jobs.findLast(({ key, employment }) => key !== 'second' && employment.leave === null);
  if (!main) return [...jobs, ...newWork(stream.fork('new-work'), holder, jobs)];
  const end = endOf(stream.fork('end'), holder, main.employment);
  const leave = end && dayText(end.on);
  const redundancy = end?.why === 'redundant' && leave ? redundancyPay(main, leave) : 0;
  const ended = withTerms(main, {
    leave: leave ?? null,
    events: [
      ...main.employment.events,
      ...parentalLeave(stream.fork('parental'), holder, main.employment),
      ...(redundancy > 0 && leave ? [{ kind: 'redundancy', on: leave, amount: redundancy } as const] : []),
    ],
  });
  const others = jobs.map((job) => (job === main ? ended : job));
  if (!end) return others;
  const { pension, employer } = ended.employment;
  if (end.why === 'retires') {
    if (pension.kind === 'none') return others;
    const start = dayText(workingDayFrom(end.on + 1));
    return [...others, withP45(ended, schemePension(stream, holder, 'pension', start, employer.name))];
  }
  const gap =
    end.why === 'redundant' ? stream.fork('gap').int(20, 120) : stream.fork('gap').pick([1, 1, 3, 10, 24]);
  const next = nextJob(stream, holder, ended, startingDay(tradeOf(ended), end.on + gap));
  return [...others, withP45(ended, next)];
}

const tradeOf = ({ employment }: Job): Trade =>
  trades.find(({ role }) => role === employment.role) ?? trades[0]!;

function nextJob(stream: Stream, holder: Holder, before: Job, on: number, emergencyUntil?: Day): Job {
  const outline = { key: 'next', trade: tradeOf(before), start: dayText(on), leave: null, emergencyUntil };
  return planJob(stream.fork('next'), holder, { ...outline, notAt: before.employment.employer.name });
}

/** What comes after a job that ended before the world began: most find another, with a P45 or a starter checklist. */
function newWork(stream: Stream, holder: Holder, jobs: readonly Job[]): Job[] {
  const ended = jobs.findLast(({ key }) => key !== 'second');
  // So many days after the world has begun; some look for years.
  const found = stream.named(shares.foundAfter);
  if (!ended || found === 'never') return [];
  const [soonest = 0, latest = 0] = found.split(' ').map(Number);
  const start = startingDay(ended.employment, dayNumber(holder.begins) + stream.int(soonest, latest));
  if (holder.dateOfBirth !== null && statePensionDay(dayNumber(holder.dateOfBirth)) <= start) return [];
  if (stream.chance(0.55)) return [withP45(ended, nextJob(stream, holder, ended, start))];
  // Without a P45 the employer goes by the starter checklist: an emergency code until the tax authority sends one.
  return [nextJob(stream, holder, ended, start, dayText(start + stream.int(45, 90)))];
}

/** A job that begins with the figures of the one before; they take the payslips of both, so they wait until read. */
function withP45(earlier: Job, next: Job): Job {
  const get = lazy(() => p45(earlier, next));
  return { ...next, employment: Object.defineProperty({ ...next.employment }, 'previous', { get }) };
}
