import { lazy } from '../../spec/lazy.ts';
import { civil, type Day, dayNumber, dayText, fromCivil } from '../calendar.ts';
import type { Pence } from '../money.ts';
import type { BasicPay, PayEvent } from '../pay/employment.ts';
import type { Stream } from '../random.ts';
import { workingDayFrom } from '../uk/bank-holidays.ts';
import { plannedUntil } from './history.ts';
import { type Holder, type Job, p45, planJob } from './plan-job.ts';
import { STATE_PENSION_AT } from './tax-status.ts';
import { type Trade, trades } from './trades.ts';

function pensionDay(dateOfBirth: Day): number {
  const { year, month, day } = civil(dayNumber(dateOfBirth));
  return fromCivil(year + STATE_PENSION_AT, month, day);
}

type End = { on: number; why: 'leaves' | 'redundant' | 'retires' };

/** The end of a job in the years that are planned: most people stay, and all retire soon after the pension age. */
function endOf(stream: Stream, { dateOfBirth, begins }: Holder): End | undefined {
  const first = dayNumber(begins);
  // A day number, since the age may be reached in a year of five digits.
  const pension = dateOfBirth === null ? Number.POSITIVE_INFINITY : pensionDay(dateOfBirth);
  // Those who work on past the age go some time after the world has begun.
  const retires = Math.max(pension, first) + stream.int(20, 500);
  for (let year = first; year < plannedUntil(begins) - 400; year += 365) {
    const on = workingDayFrom(year + stream.int(20, 364));
    const why = stream.weighted([
      ['stays', 88],
      ['leaves', 9],
      ['redundant', 3],
    ] as const);
    if (retires <= year + 364) return { on: workingDayFrom(retires), why: 'retires' };
    if (why !== 'stays') return { on, why };
  }
  return undefined;
}

/** Parental leave of some months, for one in twenty-five of those of an age for it a year. */
function parentalLeave(stream: Stream, { dateOfBirth, begins }: Holder): PayEvent[] {
  const first = dayNumber(begins);
  for (let year = first; dateOfBirth !== null && year < plannedUntil(begins) - 700; year += 365) {
    const age = (year - dayNumber(dateOfBirth)) / 365.25;
    const [from, days] = [year + stream.int(15, 360), stream.pick([14, 90, 180, 270])];
    if (!stream.chance(0.04) || age < 21 || age > 42) continue;
    return [
      {
        kind: 'parental',
        from: dayText(from),
        to: dayText(from + days),
        share: stream.pick([3_500, 5_000, 9_000]),
      },
    ];
  }
  return [];
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
    return start > died ? [] : [{ ...job, employment: { ...job.employment, leave: died } }];
  });

const yearly = (pay: BasicPay): Pence =>
  pay.kind === 'salary'
    ? pay.annual
    : pay.kind === 'hourly'
      ? Math.round(pay.rate * pay.weeklyHours * 0.52)
      : 15_000_00;

/** A week's pay for each full year of service, within what the law asks for. */
function redundancyPay({ employment }: Job, on: Day): Pence {
  const years = Math.min(20, Math.floor((dayNumber(on) - dayNumber(employment.start)) / 365.25));
  const rise = employment.events.findLast((one) => one.kind === 'pay-rise' && one.from <= on);
  const pay = rise?.kind === 'pay-rise' ? rise.basicPay : employment.basicPay;
  return Math.round(Math.min(yearly(pay) / 52, 700_00) * years);
}

const PENSIONER: Trade = {
  role: 'Pensioner',
  sector: 'office',
  weight: 0,
  age: STATE_PENSION_AT,
  pay: { kind: 'salary', annual: [4_000_00, 19_000_00] },
  often: null,
  director: false,
};
/** What is left of the allowance beside the state pension. */
const PENSIONER_CODE = '106L';

/** A pension from an employer's scheme: taxed like pay, free of national insurance, never off sick. */
export function occupationalPension(
  stream: Stream,
  holder: Holder,
  { key, start, employer }: { key: string; start: Day; employer?: string },
): Job {
  const { employment, ...job } = planJob(stream.fork('pension'), holder, {
    key,
    trade: PENSIONER,
    start,
    leave: null,
    frequency: 'monthly',
    code: PENSIONER_CODE,
  });
  const name = `${employer ?? employment.employer.name} Pension Scheme`;
  return {
    ...job,
    employment: {
      ...employment,
      employer: { ...employment.employer, name },
      type: 'pension',
      pension: { kind: 'none' },
      events: employment.events.filter(({ kind }) => kind !== 'sick' && kind !== 'unpaid'),
    },
  };
}

/** A person's jobs as they go on after the world has begun: leave, a new job with a P45, redundancy, retirement. */
export function withFuture(stream: Stream, holder: Holder, jobs: readonly Job[]): Job[] {
  const main = jobs.findLast(({ key, employment }) => key !== 'second' && employment.leave === null);
  if (!main) return [...jobs];
  const end = endOf(stream.fork('end'), holder);
  const leave = end && dayText(end.on);
  const redundancy = end?.why === 'redundant' && leave ? redundancyPay(main, leave) : 0;
  const employment = {
    ...main.employment,
    leave: leave ?? null,
    events: [
      ...main.employment.events,
      ...parentalLeave(stream.fork('parental'), holder),
      ...(redundancy > 0 && leave ? [{ kind: 'redundancy', on: leave, amount: redundancy } as const] : []),
    ],
  };
  const ended: Job = { ...main, employment };
  const others = jobs.map((job) => (job === main ? ended : job));
  if (!end) return others;
  if (end.why === 'retires') {
    if (employment.pension.kind === 'none') return others;
    const start = dayText(workingDayFrom(end.on + 1));
    const outline = { key: 'pension', start, employer: employment.employer.name };
    return [...others, occupationalPension(stream, holder, outline)];
  }
  const trade = trades.find(({ role }) => role === employment.role) ?? trades[0]!;
  const gap =
    end.why === 'redundant' ? stream.fork('gap').int(20, 120) : stream.fork('gap').pick([1, 1, 3, 10, 24]);
  const next = planJob(stream.fork('next'), holder, {
    key: 'next',
    trade,
    start: dayText(workingDayFrom(end.on + gap)),
    leave: null,
    notAt: employment.employer.name,
  });
  // The payslips of both jobs, which a list of people need not wait for.
  const figures = lazy(() => p45(ended, next));
  const started = {
    ...next.employment,
    get previous() {
      return figures();
    },
  };
  return [...others, { ...next, employment: started }];
}
