import { civil, type Day, dayNumber, dayText, fromCivil } from '../calendar.ts';
import { employers } from '../catalogue/employers.ts';
import { proportion } from '../money.ts';
import type { Employment } from '../pay/employment.ts';
import type { PayEvent } from '../pay/pay-event.ts';
import { plannedUntil, recordsFrom } from '../people/history.ts';
import { ALWAYS, type Home } from '../people/homes.ts';
import type { Job } from '../people/job.ts';
import { resolveDays } from '../relative-day.ts';

/** Events that come back, as long as anything is planned. */
type Repeated = (begins: Day) => PayEvent[];
/** What is said of a job; its days are relative to the one on which the world begins. */
type Terms = Partial<Omit<Employment, 'events'>> &
  Pick<Employment, 'role' | 'start' | 'basicPay'> & { events?: readonly (PayEvent | Repeated)[] };
type Place = { key?: string; provider?: string };
/** A job as it is in a world that begins on a day. */
export type JobPlan = (begins: Day) => Job;

/** A job at an employer of the catalogue; what is not said is as usual: monthly pay on the 28th, 1257L, a pension. */
export function jobAt(
  employerId: string,
  terms: Terms | ((begins: Day) => Terms),
  { key = 'main', provider }: Place = {},
): JobPlan {
  const employer = employers.find(({ listed }) => listed.id === employerId);
  if (!employer) throw new Error(`The catalogue has no employer ${employerId}`);
  return (begins) => {
    const told = typeof terms === 'function' ? terms(begins) : terms;
    const events = (told.events ?? []).flatMap((one) => (typeof one === 'function' ? one(begins) : one));
    return {
      key,
      provider: provider ?? employer.listed.providers[0]!,
      employment: {
        employer: { name: employer.listed.name, payeReference: employer.payeReference },
        type: 'full_time',
        isDirector: false,
        dateOfBirth: null,
        leave: null,
        frequency: 'monthly',
        payDay: { kind: 'day-of-month', day: 28, weekend: 'before', month: 'current' },
        taxCode: '1257L',
        niCategory: 'A',
        studentLoans: [],
        pension: {
          kind: 'workplace',
          method: 'relief-at-source',
          basis: 'qualifying-earnings',
          employee: 500,
          employer: 300,
          enrolment: 'automatic',
        },
        previous: null,
        recordsFrom: recordsFrom(begins),
        ...resolveDays({ ...told, events }, begins),
      },
    };
  };
}

/** A yearly salary in pounds. */
export const salary = (pounds: number) => ({ kind: 'salary', annual: pounds * 100 }) as const;

/** An hourly rate in pence and hours a week. */
export const hourly = (rate: number, weeklyHours: number) =>
  ({ kind: 'hourly', rate, weeklyHours: weeklyHours * 100 }) as const;

/** Paid every week or few weeks, on Fridays. */
export const everyFriday = { kind: 'every-period', anchor: 'last Friday', lagDays: 5 } as const;

/** Paid monthly, on the day of the month that was so many days before the world begins. */
export const monthlySince = (days: number, begins: Day) =>
  ({
    kind: 'day-of-month',
    day: civil(dayNumber(begins) - days).day,
    weekend: 'before',
    month: 'current',
  }) as const;

function years(begins: Day): number[] {
  const { year } = civil(dayNumber(recordsFrom(begins)) - 366);
  return Array.from({ length: civil(plannedUntil(begins)).year - year + 1 }, (_, index) => year + index);
}

/** A rise on each 1 April, in permille, to a salary (in pounds) that is the one of today. */
export function riseEachApril(pounds: number, permille: number): Repeated {
  return (begins) => {
    const { year: thisYear } = civil(dayNumber(begins) - 90);
    return years(begins).map((year) => {
      const factor = (1 + permille / 1000) ** (year - thisYear);
      const annual = proportion(pounds * 100, Math.round(factor * 1_000_000), 1_000_000);
      const basicPay = salary(Math.round(annual / 10_000) * 100);
      return { kind: 'pay-rise', from: dayText(fromCivil(year, 4, 1)), basicPay };
    });
  };
}

/** An event on a day of each year. */
export function eachYear(month: number, day: number, event: (on: Day, index: number) => PayEvent): Repeated {
  return (begins) => years(begins).map((year, index) => event(dayText(fromCivil(year, month, day)), index));
}

/** Events so many days before the world begins, and again every 52 weeks before and after that. */
export function everyFewWeeks(
  daysAgo: readonly number[],
  event: (on: Day, index: number) => PayEvent,
): Repeated {
  return (begins) => {
    const first = dayNumber(begins);
    const rounds = years(begins).map((_, round) => (round - 4) * 364);
    return rounds.flatMap((shift) =>
      daysAgo.map((days, index) => event(dayText(first - days + shift), index)),
    );
  };
}

const at =
  (country: Home['country'], city: string, county: string) =>
  (postCode: string, from = ALWAYS): Home => ({
    from,
    city,
    county,
    postCode,
    country,
  });

/** Homes of the personas, by town; the last part of each post code is made up. */
export const homeIn = {
  leeds: at('England', 'Leeds', 'West Yorkshire'),
  bristol: at('England', 'Bristol', 'Bristol'),
  manchester: at('England', 'Manchester', 'Greater Manchester'),
  nottingham: at('England', 'Nottingham', 'Nottinghamshire'),
  norwich: at('England', 'Norwich', 'Norfolk'),
  london: at('England', 'London', 'Greater London'),
  exeter: at('England', 'Exeter', 'Devon'),
  liverpool: at('England', 'Liverpool', 'Merseyside'),
  edinburgh: at('Scotland', 'Edinburgh', 'Midlothian'),
  glasgow: at('Scotland', 'Glasgow', 'Lanarkshire'),
  cardiff: at('Wales', 'Cardiff', 'South Glamorgan'),
  swansea: at('Wales', 'Swansea', 'West Glamorgan'),
  belfast: at('Northern Ireland', 'Belfast', 'County Antrim'),
  jersey: at('Jersey', 'St Helier', 'Jersey'),
  guernsey: at('Guernsey', 'St Peter Port', 'Guernsey'),
  douglas: at('Isle of Man', 'Douglas', 'Isle of Man'),
};
