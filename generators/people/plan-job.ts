import { lazy } from '../../spec/lazy.ts';
import { civil, type Day, dayNumber, dayText, weekday } from '../calendar.ts';
import { employers, payeReferenceOf, providers } from '../catalogue/catalogue.ts';
import { type Employment, type PayFrequency, statutoryPension } from '../pay/employment.ts';
import { payslips } from '../pay/payslips.ts';
import type { Stream } from '../random.ts';
import { readTable } from '../table.ts';
import { taxYearOf } from '../uk/tax-year.ts';
import { cosmeticsOf } from './cosmetics.ts';
import shares from './data/shares.json' with { type: 'json' };
import { happenings } from './happenings.ts';
import { recordsFrom } from './history.ts';
import { type Home, homeOn } from './homes.ts';
import { earlierPay, paySteps, riseMonth, startingPay } from './pay-steps.ts';
import { codeChangeDay, codeForPay, drawnCode, emergency, niStatus, taxCodeStatus } from './tax-status.ts';
import { frequencies, type Trade } from './trades.ts';

/** What is settled about a job before the rest of it is drawn. */
export type JobOutline = {
  key: string;
  trade: Trade;
  start: Day;
  leave: Day | null;
  /** How often pay comes, where it is not drawn from what is usual in the trade. */
  frequency?: PayFrequency;
  /** The code to begin with instead of the one that follows from the pay: BR for a second job. */
  code?: string;
  /** Begins on an emergency code, which is put right on this day. */
  emergencyUntil?: Day;
  /** The name of the earlier employer, which is not drawn again. */
  notAt?: string;
};

/** Whose job it is, and the day on which their world begins. */
export type Holder = { dateOfBirth: Day | null; homes: readonly Home[]; begins: Day; forename?: string };

/** Draws a whole job around its outline: employer, contract, pay days, tax status and everything that happens in it. */
export function planJob(stream: Stream, holder: Holder, outline: JobOutline): Job {
  const { key, trade, start, leave, emergencyUntil } = outline;
  const { dateOfBirth, homes, begins } = holder;
  const frequency = outline.frequency ?? stream.named(frequencies[trade.pay.kind]);
  const month = riseMonth(stream.fork('rise-month'), trade);
  const terms = { trade, frequency, start, begins, month };
  const basicPay = startingPay(stream.fork('pay'), terms);
  const country = homeOn(homes, start)?.country;
  const { provider, employer } = employerOf(stream.fork('employer'), trade.sector, country, outline.notAt);
  const rises = paySteps(stream.fork('rises'), basicPay, terms);
  const early = earlierPay(stream.fork('early'), basicPay, terms);
  const standard = codeForPay(basicPay, taxYearOf(dayNumber(begins)));
  const code = outline.code ?? (emergencyUntil ? standard : drawnCode(stream.fork('code'), standard));
  // A code that the tax authority gave for a special reason stays; the ordinary one follows the pay.
  const tax = taxCodeStatus(code, holder, start, code === standard ? { basicPay, rises } : undefined);
  const ni = niStatus(dateOfBirth, start);
  const corrected = emergencyUntil
    ? [{ kind: 'tax-code', from: codeChangeDay(emergencyUntil), taxCode: tax.taxCode } as const]
    : [];
  const partTime = basicPay.kind === 'hourly' && basicPay.weeklyHours < 3000;
  const employment: Employment = {
    employer,
    role: trade.role,
    type: basicPay.kind === 'variable' ? 'casual' : partTime ? 'part_time' : 'full_time',
    isDirector: trade.director ?? false,
    dateOfBirth,
    start,
    leave,
    frequency,
    payDay: payDayRule(stream.fork('pay-day'), frequency, begins),
    basicPay: early.first,
    taxCode: emergencyUntil ? emergency(tax.taxCode, frequency) : tax.taxCode,
    niCategory: ni.niCategory,
    // Only the main job deducts student loans.
    studentLoans: outline.code ? [] : loans(stream.fork('loans'), holder, country),
    pension: pensionOf(stream.fork('pension'), trade),
    previous: null,
    events: [
      ...early.rises,
      ...rises,
      ...corrected,
      ...tax.changes,
      ...ni.changes,
      ...happenings(stream.fork('happenings'), { trade, basicPay, frequency, begins }),
    ],
    recordsFrom: recordsFrom(begins),
  };
  return { key, provider, employment };
}

/** What small firms of a sector are called, after the name of a person or a street. */
const firms = lazy(() => readTable('people/data/firms'));

/** Draws an employer other than the last, one of the catalogue or a small firm, and its provider. */
export function employerOf(stream: Stream, sector: string, country: string | undefined, last?: string) {
  const known = employers.filter(
    (one) =>
      one.sector === sector && one.listed.name !== last && [null, country ?? null].includes(one.onlyIn),
  );
  if (stream.chance(0.6) && known.length > 0) {
    const { listed, payeReference } = stream.pick(known);
    return { provider: stream.pick(listed.providers), employer: { name: listed.name, payeReference } };
  }
  const { words } = firms().find((row) => row.sector === sector) ?? {};
  if (!words) throw new Error(`There are no firms in the sector ${sector}`);
  const name = cosmeticsOf(stream).firm(words.split('; '));
  const employer = { name, payeReference: payeReferenceOf(`${stream.key}/${name}`) };
  return { provider: stream.pick(providers).listed.id, employer };
}

export const schemeOf = (employer: string): string => `${employer} Pension Scheme`;

/** Draws when the money comes: late in the month for monthly pay, towards the end of the week otherwise. */
function payDayRule(stream: Stream, frequency: PayFrequency, begins: Day): Employment['payDay'] {
  if (frequency === 'monthly') {
    const day = Number(stream.named(shares.payDays));
    return { kind: 'day-of-month', day, weekend: 'before', month: day === 5 ? 'previous' : 'current' };
  }
  // A Thursday or Friday; the four weeks of a longer period begin in any of them.
  const first = dayNumber(begins);
  const anchor = first - ((weekday(first) + 3) % 7) + stream.pick([0, 1]) - 7 * stream.int(0, 3);
  return { kind: 'every-period', anchor: dayText(anchor), lagDays: stream.pick([4, 5, 6, 7]) };
}

/** Draws a workplace pension: most are enrolled on the statutory terms, some employers offer better ones. */
function pensionOf(stream: Stream, trade: Trade): Employment['pension'] {
  if (trade.director && trade.pay.kind === 'salary' && trade.pay.annual[1] < 20_000_00)
    return { kind: 'none' };
  if (trade.pay.kind !== 'salary') return stream.chance(0.08) ? { kind: 'none' } : statutoryPension;
  const contractual = { ...statutoryPension, basis: 'basic-pay', enrolment: 'contractual' } as const;
  return stream.weighted<Employment['pension']>([
    [statutoryPension, 50],
    [{ ...contractual, method: 'salary-sacrifice', employer: 600 }, 26],
    [{ ...contractual, method: 'net-pay', employee: 650, employer: 1200 }, 16],
    [{ kind: 'none' }, 8],
  ]);
}

/** Draws which student loans are being paid back; the plan follows from where and when the person studied. */
function loans(
  stream: Stream,
  { dateOfBirth, begins }: Holder,
  country?: string,
): Employment['studentLoans'] {
  if (dateOfBirth === null) return [];
  const { year } = civil(dayNumber(dateOfBirth));
  const age = civil(dayNumber(begins)).year - year;
  if (age < 22 || age > 46 || !stream.chance(0.3)) return [];
  // Courses in England and Wales are on plan 2 if begun at eighteen from 2012 on, on plan 5 from 2023 on.
  const english = year < 1994 ? '1' : year < 2005 ? '2' : '5';
  const plan = country === 'Scotland' ? '4' : country === 'Northern Ireland' ? '1' : english;
  return stream.chance(0.08) ? [plan, 'PG'] : [plan];
}

export type Job = {
  /** Tells the jobs of one person apart: `main`, `earlier`, `second` or a persona's own word. */
  key: string;
  provider: string;
  employment: Employment;
};

export const withTerms = (job: Job, terms: Partial<Employment>): Job => ({
  ...job,
  employment: { ...job.employment, ...terms },
});

/** The job that an ordinary user has linked, or hands in payslips of: the newest of the main ones. */
export const linkedJob = (jobs: readonly Job[], begins: Day): Job | undefined =>
  jobs.findLast(({ key, employment }) => key !== 'second' && employment.start < begins);

/** The figures of the P45, if the new job's first payslip falls in the tax year of the old job's last. */
export function p45(earlier: Job, next: Job): Employment['previous'] {
  const firstDays = dayText(dayNumber(next.employment.start) + 75);
  const last = payslips(earlier.employment, firstDays).at(-1);
  const first = payslips({ ...next.employment, leave: null }, firstDays)[0];
  if (!last || !first || first.yearToDate.taxYear !== last.yearToDate.taxYear) return null;
  return { taxablePay: last.yearToDate.taxable, taxPaid: last.yearToDate.tax };
}
