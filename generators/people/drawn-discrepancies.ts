import { addMonths, type Day, dayNumber, dayText, firstDayOf, type Month, monthFrom } from '../calendar.ts';
import type { Payslip } from '../pay/payslip.ts';
import type { Stream } from '../random.ts';
import { taxYearStart } from '../uk/tax-year.ts';
import { homeOn } from './homes.ts';
import { payslipsOf } from './payroll.ts';
import { bornOf, type Person } from './person.ts';
import { type Job, linkedJob } from './plan-job.ts';
import { type Discrepancy, discrepancyOf, kindOf, kinds, presentedJobs } from './presented.ts';
import { niStatus } from './tax-status.ts';

export type Holdings = ReturnType<typeof holdingsOf>;

/** What a person does with documents has no bearing on which they have: it is drawn for the honest and the others alike. */
export function holdingsOf(stream: Stream) {
  // Half have tried to link an account and could not, so that they upload payslips.
  const hasAccount = stream.chance(0.5);
  const newest = stream.int(1, 2);
  const count = stream.int(4, 9);
  // The months, counted back from the one in which the world begins, the oldest first.
  return { hasAccount, statements: Array.from({ length: count }, (_, index) => newest + count - 1 - index) };
}

/** A statement more of the person who holds one back, so that the number of statements says nothing. */
export const askedFor = (statements: readonly number[], discrepancies: readonly { kind: string }[]) =>
  discrepancies.some(({ kind }) => kind === 'missing-month')
    ? [(statements[0] ?? 0) + 1, ...statements]
    : [...statements];

/** Whether payslips of another person could be a thief's by age and country, and are of another employer. */
export function canPassFor(thief: Person, other: Person): boolean {
  const { begins } = thief;
  const [own, theirs] = [linkedJob(thief.jobs, begins), linkedJob(other.jobs, begins)];
  const born = bornOf(thief);
  if (!own || !theirs || born === null) return false;
  const countryOf = ({ homes }: Person) => homeOn(homes, begins)?.country;
  // One letter for the whole year: two people's birthdays would change it on different days.
  const letters = [thief, other].flatMap((person) =>
    [yearBefore(begins), begins].map((day) => niStatus(bornOf(person), day).niCategory),
  );
  return (
    own.employment.employer.name !== theirs.employment.employer.name &&
    countryOf(thief) === countryOf(other) &&
    new Set(letters).size === 1 &&
    dayNumber(theirs.employment.start) > addMonths(dayNumber(born), 12 * 16)
  );
}

type Holder = Pick<Person, 'begins' | 'stream' | 'other'>;

export const isDishonest = (stream: Stream, share: number): boolean => stream.fork('dishonest').chance(share);

/** What is odd about a person of a world with a share of dishonest people: lawful things as often as in life, and one that is not. */
export function drawnDiscrepancies(holder: Holder, jobs: readonly Job[], share: number, holdings: Holdings) {
  const job = linkedJob(jobs, holder.begins);
  if (!job) return [];
  const stream = holder.stream.fork('odd');
  const lawful = lawfulOf(stream, job, holder.begins);
  if (!isDishonest(holder.stream, share)) return lawful;
  const drawn = dishonestOf(stream.fork('kind'), heldBy(holder, jobs, lawful, holdings));
  return drawn ? [...lawful, drawn] : lawful;
}

/** The kinds that an honest person of such a world could have drawn: who could not says nothing about those who did. */
export function openKinds(person: Person, holdings: Holdings): string[] {
  if (!linkedJob(person.jobs, person.begins)) return [];
  const held = heldBy(person, person.jobs, person.discrepancies, holdings);
  return drawnKinds.filter((kind) => openMonths(kind, amountOf(kind, held, 0.5), held).length > 0);
}

/** The kinds that drawn people do; the others are for scenarios. */
export const drawnKinds = Object.keys(kinds).filter((kind) => kinds[kind]?.relation && kinds[kind]?.place);
const occasional = Object.keys(kinds).filter((kind) => kindOf({ kind }).often !== undefined);

function lawfulOf(stream: Stream, { employment }: Job, begins: Day): Discrepancy[] {
  return occasional.flatMap((kind) => {
    const own = stream.fork(kind);
    const { often = 0, place } = kindOf({ kind });
    const isDue = own.chance(often);
    const drawn = discrepancyOf(kind, own.int(1, 11), own.int(4, 60) * 25_00);
    const month = monthFrom(begins, -drawn.month);
    const isEmployed = employment.start < firstDayOf(month) && (employment.leave ?? '9999') > month;
    const isStarter = employment.start > yearBefore(begins);
    return isDue && (place === 'starter' ? isStarter : isEmployed) ? drawn : [];
  });
}

const yearBefore = (begins: Day): Day => dayText(addMonths(dayNumber(begins) - 1, -12));

type Held = ReturnType<typeof heldBy>;

/** What a person has to show, with the lawful oddities: payslips of a year, and the jobs. */
function heldBy(holder: Holder, jobs: readonly Job[], discrepancies: readonly Discrepancy[], has: Holdings) {
  const { begins, other } = holder;
  const claimed = presentedJobs('job', jobs, { ...holder, discrepancies, claimedJobs: [], homes: [] });
  const job = linkedJob(claimed, begins) ?? linkedJob(jobs, begins)!;
  const slips = payslipsOf(job, dayText(dayNumber(begins) - 1));
  return {
    ...{ ...has, begins, other, job },
    others: claimed.filter((one) => one !== job && one.employment.start < begins),
    slips: slips.filter(({ payDate }) => payDate >= yearBefore(begins)),
  };
}

const monthOf = ({ payDate }: Payslip): Month => payDate.slice(0, 7);
const follows = (slip: Payslip, index: number, all: readonly Payslip[]) =>
  all[index - 1]?.yearToDate.taxYear === slip.yearToDate.taxYear;

/** The months in which a kind can be done with what a person holds; none where it cannot. */
const places: Record<string, (held: Held & { months: readonly Month[]; by: number }) => Month[]> = {
  payslip: ({ slips }) => slips.map(monthOf),
  'first-payslip': ({ slips }) => slips.slice(-1).map(monthOf),
  'later-payslip': ({ slips }) => slips.filter(follows).map(monthOf),
  taxed: ({ slips, job, others }) =>
    slips
      .filter(follows)
      .filter((slip) => slip.taxable > 100_00 && isReckonedFromHere(job, others, slip.yearToDate.taxYear))
      .map(monthOf),
  insured: ({ slips, job: { employment } }) =>
    employment.type === 'pension' || (employment.dateOfBirth ?? '') < LAST_REDUCED_RATE
      ? []
      : slips.map(monthOf),
  credited: ({ slips, months, by }) =>
    slips
      .filter(({ net }) => net > 1.2 * by)
      .map(monthOf)
      .filter((month) => months.includes(month)),
  'later-statement': ({ months }) => months.slice(1),
  'inner-statement': ({ months }) => months.slice(1, -1),
  recorded: ({ slips, job, others, begins }) =>
    slips.some((slip, index) => index > 0 && !follows(slip, index, slips)) ||
    (others.length === 0 && payslipsOf(job, begins).at(-1) === slips.at(-1))
      ? slips.slice(-1).map(monthOf)
      : [],
  shared: ({ slips, other }) => (other() ? slips.map(monthOf) : []),
};

/** Wives who were sixteen when the reduced rate was closed to others, in May 1977, may have its letter. */
const LAST_REDUCED_RATE = '1961-05-12';

/** As many months as payslips and statements reach back, and the present one. */
const MONTHS = Array.from({ length: 14 }, (_, count) => count);

/** As many days as pass at most between the first day of a job and its first pay day. */
const FIRST_PAY_WITHIN = 35;

/** Whether no pay of an earlier job counts for the tax of a year. */
function isReckonedFromHere({ employment }: Job, others: readonly Job[], taxYear: number): boolean {
  const year = taxYearStart(taxYear) - FIRST_PAY_WITHIN;
  const isOver = ({ employment: { leave } }: Job) => leave !== null && dayNumber(leave) < year;
  return dayNumber(employment.start) < year || (employment.previous === null && others.every(isOver));
}

function amountOf(kind: string, { slips }: Held, unit: number): number {
  const { scale = 1 } = kindOf({ kind });
  // Sums of a year stay as round as they were.
  const step = scale > 1 ? 50_00 : 1_00;
  const gross = slips.at(-1)?.gross ?? 0;
  return Math.max(5_00, Math.round((gross * scale * 0.04 * 7 ** unit) / step) * step);
}

function openMonths(kind: string, by: number, held: Held): Month[] {
  const months = askedFor(held.statements, [{ kind }]).map((count) => monthFrom(held.begins, -count));
  return places[kindOf({ kind }).place ?? '']?.({ ...held, months, by }) ?? [];
}

function dishonestOf(stream: Stream, held: Held): Discrepancy | undefined {
  const left = [...drawnKinds];
  while (left.length > 0) {
    const [kind = ''] = left.splice(stream.int(0, left.length - 1), 1);
    const by = amountOf(kind, held, stream.unit());
    const found = openMonths(kind, by, held);
    if (found.length === 0) continue;
    const month = stream.pick(found);
    return { kind, by, month: MONTHS.findIndex((count) => monthFrom(held.begins, -count) === month) };
  }
  return undefined;
}
