import { civil, type DayNumber, dayNumberOf, dayText, instantOf } from '../../generators/calendar.ts';
import { penceToText } from '../../generators/money.ts';
import { type Region, regionOf } from '../../generators/uk/post-codes.ts';
import { lazy } from '../../spec/lazy.ts';
import { defaultProfile, type Points } from '../../spec/profile.ts';
import type { ExpenditureEstimate } from '../../spec/types.ts';
import { readInstant } from '../domain/instant.ts';
import { distinctPeriods } from './distinct-periods.ts';
import { messageDate, messages } from './messages.ts';
import { amountsOf, oldestAge, shippedModel } from './model.ts';
import { firstDayOf, lastDayOf, type PayMonth, payMonths } from './months.ts';
import { countedPeriod, identityOf, type PayrollPeriod, postCodeText } from './period.ts';

export type ExpenditureUser = {
  user_id: string;
  date_of_birth?: string | null;
  post_codes?: readonly (string | null)[] | null;
};

export type ExpenditureResult = { expenditures: ExpenditureEstimate[] } | { errors: string[] };

export type ExpenditureInput = {
  user: ExpenditureUser;
  periods: readonly PayrollPeriod[];
  /** Those of a profile; the defaults when left out. */
  points?: Points;
};

export const defaultPoints = lazy((): Points => defaultProfile().points);

/** The ONS estimate of a user's monthly expenditure, newest month first, or every reason why it cannot be made. */
export function estimateExpenditure(input: ExpenditureInput): ExpenditureResult {
  const { user, periods, points = defaultPoints() } = input;
  const apart = points['expenditure.repeated-payslips'] === 'once' ? distinctPeriods(periods) : periods;
  const counted = apart.flatMap((period) => countedPeriod(period, points['expenditure.day-count']) ?? []);
  if (counted.length === 0)
    return { errors: [...wrongWithoutMonths(user, periods, points), messages.periodsMissing()] };
  const months = judge(payMonths(counted, points), user, points);
  const paid = months.filter(({ net }) => net > 0);
  if (paid.length === 0) return { errors: [...errorsOf(months, points), messages.noPositivePay()] };
  const errors = errorsOf(paid, points, months);
  if (errors.length > 0) return { errors };
  const expenditures = paid.flatMap((month) => priced(month, points) ?? []);
  return expenditures.length > 0 || points['expenditure.no-month-left'] === 'empty'
    ? { expenditures }
    : { errors: [messages.noMonthLeft()] };
}

type JudgedMonth = ReturnType<typeof judge>[number];

/** The months that have pay, each with the person's age and region, or why one of them is unknown. */
function judge(months: PayMonth[], user: ExpenditureUser, points: Points) {
  const dateOfBirth = readInstant(user.date_of_birth);
  const userPostCodes = postCodesOf(user);
  return months.map((payMonth) => {
    const { month, net, periods } = payMonth;
    const postCodes = [...periods.flatMap(({ postCode }) => postCode ?? []), ...userPostCodes];
    const age: AgeFinding = ageInMonth(payMonth, dateOfBirth, points);
    return { month, net, age, postCodes, region: firstRegion(postCodes, points) };
  });
}

function errorsOf(months: JudgedMonth[], points: Points, all = months): string[] {
  const placed = months.filter((month) => month.region);
  const returnable = placed.length > 0 ? placed : months;
  const isSparing = points['expenditure.date-of-birth-scope'] === 'every-month';
  const spared = isSparing && returnable.some(({ age }) => !('error' in age));
  const nowhere = (month: JudgedMonth) => month.postCodes.length === 0;
  const isAnyMonth = points['expenditure.post-codes-scope'] === 'any-month';
  const isWithoutPostCode = isAnyMonth ? months.some(nowhere) : all.every(nowhere);
  const ageless = months.flatMap(({ age }) => ('error' in age ? age : []));
  return [
    ...new Set([
      ...ageless.filter(({ impossible }) => !impossible).map(({ error }) => error),
      ...(isWithoutPostCode ? [messages.postCodesMissing()] : []),
      ...ageless.filter(({ impossible }) => impossible && !spared).map(({ error }) => error),
      // The message holds for all months, those without pay included.
      ...(all.some((month) => month.region) ? [] : noRegionMessages(all.flatMap((month) => month.postCodes))),
    ]),
  ];
}

// Without a month there is no age to judge; what is missing, and post codes without a region, are reported all the same.
function wrongWithoutMonths(user: ExpenditureUser, periods: readonly PayrollPeriod[], points: Points) {
  const identities = periods.map(identityOf);
  const born = [readInstant(user.date_of_birth), ...identities.map(({ dateOfBirth }) => dateOfBirth)];
  const lives = [...identities.flatMap(({ postCode }) => postCode ?? []), ...postCodesOf(user)];
  return [
    ...(born.every((date) => date === undefined) ? [messages.dateOfBirthMissing()] : []),
    ...(lives.length === 0 ? [messages.postCodesMissing()] : []),
    ...(firstRegion(lives, points) ? [] : noRegionMessages(lives)),
  ];
}

const postCodesOf = (user: ExpenditureUser): string[] =>
  Array.isArray(user.post_codes) ? user.post_codes.flatMap((text) => postCodeText(text) ?? []) : [];

function priced(month: JudgedMonth, points: Points): ExpenditureEstimate | undefined {
  const { age, region, net } = month;
  if ('error' in age || !region) return undefined;
  const model = points['expenditure.model'] ?? shippedModel();
  const { costOfLiving, housing } = amountsOf(model, { net, age: age.age, region });
  return {
    date: instantOf(dayText(firstDayOf(month.month))),
    cost_of_living: penceToText(costOfLiving),
    housing: penceToText(housing),
    total: penceToText(costOfLiving + housing),
  };
}

function firstRegion(postCodes: string[], points: Points): Region | undefined {
  for (const postCode of postCodes) {
    const region = regionOf(postCode, { straddling: points['expenditure.straddling-districts'] });
    if (region) return region;
  }
  return undefined;
}

/** One message for each post code that was tried, however often and in whatever spelling it came. */
function noRegionMessages(postCodes: string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const postCode of postCodes) {
    const key = postCode.replace(/\s+/g, '').toUpperCase();
    if (!bySpelling.has(key)) bySpelling.set(key, messages.noRegion(postCode));
  }
  return [...bySpelling.values()];
}

type AgeFinding = { age: number } | { error: string; impossible: boolean };

/** Age on the month's last day, by the first payslip of the month that has a date of birth, else by the user's. */
function ageInMonth({ month, periods }: PayMonth, userDateOfBirth: number | undefined, points: Points) {
  const born = periods.find(({ dateOfBirth }) => dateOfBirth !== undefined)?.dateOfBirth ?? userDateOfBirth;
  if (born === undefined) return { error: messages.dateOfBirthMissing(), impossible: false };
  const age = ageOn(lastDayOf(month), dayNumberOf(born), points['expenditure.leap-day-birthday']);
  const date = messageDate(born, points['expenditure.message-date']);
  if (age < 0) return { error: messages.bornAfterMonth(date), impossible: true };
  if (age > oldestAge) return { error: messages.tooOld(date), impossible: true };
  return { age };
}

type LeapDayBirthday = Points['expenditure.leap-day-birthday'];

export function ageOn(day: DayNumber, birth: DayNumber, leapDayBirthday: LeapDayBirthday): number {
  const today = civil(day);
  const born = civil(birth);
  const years = today.year - born.year;
  return reached(today, born, leapDayBirthday) ? years : years - 1;
}

type Civil = ReturnType<typeof civil>;

function reached(today: Civil, born: Civil, leapDayBirthday: LeapDayBirthday): boolean {
  if (today.month !== born.month) return today.month > born.month;
  const onLeapDay = born.month === 2 && born.day === 29;
  // Written for any February day: in a leap year the 28th stays a day too early.
  if (onLeapDay && leapDayBirthday === '28-february' && !isLeap(today.year)) return today.day >= 28;
  return today.day >= born.day;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
