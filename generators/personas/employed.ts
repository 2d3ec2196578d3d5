import { employers } from '../catalogue/employers.ts';
import type { Employment } from '../pay/employment.ts';
import { RECORDS_FROM } from '../people/history.ts';
import { ALWAYS, type Home } from '../people/homes.ts';
import type { Job } from '../people/job.ts';

type Terms = Partial<Employment> & Pick<Employment, 'role' | 'start' | 'basicPay'>;
type Place = { key?: string; provider?: string };

/** A job at an employer of the catalogue; what is not said is as usual: monthly pay on the 28th, 1257L, a pension. */
export function jobAt(employerId: string, terms: Terms, { key = 'main', provider }: Place = {}): Job {
  const employer = employers.find(({ listed }) => listed.id === employerId);
  if (!employer) throw new Error(`The catalogue has no employer ${employerId}`);
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
      events: [],
      recordsFrom: RECORDS_FROM,
      ...terms,
    },
  };
}

/** A yearly salary in pounds. */
export const salary = (pounds: number) => ({ kind: 'salary', annual: pounds * 100 }) as const;

/** An hourly rate in pence and hours a week. */
export const hourly = (rate: number, weeklyHours: number) =>
  ({ kind: 'hourly', rate, weeklyHours: weeklyHours * 100 }) as const;

/** Paid every week or few weeks, on the Friday that the anchor names. */
export const everyFriday = { kind: 'every-period', anchor: '2024-01-05', lagDays: 5 } as const;

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
