import { MS_PER_DAY, startOf } from '../../../generators/calendar.ts';
import { cosmeticsOf } from '../../../generators/people/cosmetics.ts';
import { homeWith, mainJob } from '../../../generators/people/drawn-person.ts';
import { ALWAYS, type Home, type Place, places, postCodeIn } from '../../../generators/people/homes.ts';
import { payrollSubmission, payslipsIn, payTimesOf } from '../../../generators/people/payroll.ts';
import {
  type BankAccount,
  identityOn,
  nameOf,
  type Person,
  shownHome,
  streetOf,
} from '../../../generators/people/person.ts';
import type { Job } from '../../../generators/people/plan-job.ts';
import type { Stream } from '../../../generators/random.ts';
import { parsePostCode, regions } from '../../../generators/uk/post-codes.ts';
import { payPeriodOf } from '../../../generators/uk/tax-year.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import { isoInstant } from '../../domain/instant.ts';
import { paidAt } from '../../domain/payslips.ts';
import { kept, penceOf } from './read-given.ts';

type Income = NonNullable<PayrollSubmission['income_information']>;

export type GivenSlip = Partial<PayrollSubmission>;
/** A payslip of the person by its pay day and employer; it is written out whole where it is used. */
export type OwnSlip = {
  paid: number;
  employer: string;
  times: () => ReturnType<typeof payTimesOf>;
  whole: () => PayrollSubmission;
};
type OwnSlips = readonly OwnSlip[];
export type Slips = readonly PayrollSubmission[];

const year = 366 * MS_PER_DAY;
const latest = Date.parse('9999-12-31');

/** The payslips of a person's job up to an instant and some time beyond it, oldest first. */
export function payslipsAround(person: Person, job: Job | undefined, now: number): OwnSlip[] {
  const own = job ?? mainJob(person, now);
  if (!own) return [];
  return payslipsIn(own, { until: Math.min(now + year, latest) }).map((slip) => ({
    paid: startOf(slip.payDate),
    employer: own.employment.employer.name,
    times: () => payTimesOf(slip),
    whole: () => payrollSubmission(person, own, slip),
  }));
}

/**
 * The payslip of the person that each given one stands for; undefined where what is given fits none of theirs.
 *
 * Where no time is given it is the next one after the newest that is held; with none left before now, the newest of the
 * older ones that are not held; only then one to come. The last few when nothing is held at all.
 */
export function ownPayslips(given: readonly GivenSlip[], own: OwnSlips, held: Slips, now: number) {
  const same = held.filter((one) => one.employment_information?.employer_name === own[0]?.employer);
  const timeless = given.filter((one) => leavesPay(one) && !hasTimes(one.income_information ?? {}));
  const next = nextOnes(timeless.length, own, same, now);
  return given.map((one) => {
    if (!leavesPay(one)) return undefined;
    const income = one.income_information ?? {};
    if (!hasTimes(income)) return (next.shift() ?? slipAt(own, now))?.whole();
    return own.find((slip) => fits(slip, income))?.whole();
  });
}

const leavesPay = ({ income_information }: GivenSlip): boolean =>
  !income_information?.earnings && !income_information?.deductions;

const times = ['pay_date', 'pay_interval_start', 'pay_interval_end', 'pay_frequency'] as const;

const hasTimes = (income: Income): boolean => times.some((name) => income[name] != null);

/** Whether a payslip says the same of its times as far as they are given. */
function fits(slip: OwnSlip, given: Income): boolean {
  const own = slip.times();
  return times.every((name) => given[name] == null || given[name] === own[name]);
}

/** The payslip that shows a person's job and pay at an instant: the last one before it, or their first. */
export const payslipAt = (own: OwnSlips, instant: number): PayrollSubmission | undefined =>
  slipAt(own, instant)?.whole();

const slipAt = (own: OwnSlips, instant: number): OwnSlip | undefined =>
  own.findLast(({ paid }) => paid <= instant) ?? own[0];

const frequencies = ['weekly', 'fortnightly', 'four-weekly', 'monthly'] as const;

/** What the job of a payslip pays in a year; a usual salary when there is no payslip. */
export function annualPay(slip: PayrollSubmission | undefined): number {
  const income = slip?.income_information;
  const name = income?.pay_frequency?.replace('_', '-');
  const frequency = frequencies.find((one) => one === name) ?? 'monthly';
  return (penceOf(income?.earnings?.base_salary) ?? 2_400_00) * payPeriodOf[frequency].perYear;
}

function nextOnes(count: number, own: OwnSlips, held: Slips, now: number): OwnSlip[] {
  if (count === 0) return [];
  const dates = new Set(held.map((one) => paidAt(one) ?? 0));
  const newest = dates.size === 0 ? Number.POSITIVE_INFINITY : Math.max(...dates);
  const free = own.filter(({ paid }) => !dates.has(paid));
  const past = free.filter(({ paid }) => paid <= now);
  const newer = past.filter(({ paid }) => paid > newest).slice(0, count);
  const older = past.filter(({ paid }) => paid < newest);
  const before = count > newer.length ? older.slice(newer.length - count) : [];
  const found = [...before, ...newer];
  const toCome = free.filter(({ paid }) => paid > now).slice(0, count - found.length);
  return [...found, ...toCome];
}

export type PersonOnPayslips = {
  name: string;
  dateOfBirth: string | null;
  home: (Home & { street: string }) | undefined;
  isPostCodeHidden: boolean;
  niNumber: string;
  email: string;
  phone: number;
  bank: BankAccount;
  /** A source of choices that are always the same for this person. */
  fork(label: string): Stream;
};

export function personOnPayslips(person: Person, instant: number): PersonOnPayslips {
  const { payrollView, stream } = person;
  const day = isoInstant(instant).slice(0, 10);
  const identity = identityOn(person, day);
  const { dateOfBirth } = identity;
  const home = shownHome(person, day);
  return {
    name: nameOf({ identity }).trim(),
    dateOfBirth: dateOfBirth === null ? null : `${dateOfBirth}T00:00:00.000Z`,
    home: home && { ...home, street: streetOf(person, home) },
    isPostCodeHidden: payrollView.postCode === 'hidden',
    niNumber: identity.niNumber,
    email: identity.email,
    phone: identity.phone,
    get bank() {
      return person.bank;
    },
    fork: (label) => stream.fork(label),
  };
}

type Identity = NonNullable<PayrollSubmission['identity_information']>;
type Address = NonNullable<Identity['address']>;

/** The home of the person around what was given: the town follows the post code, or the post code the town. */
export function fillAddress(given: Address, { fork, home, isPostCodeHidden }: PersonOnPayslips): Address {
  const draw = fork('home');
  const drawn = draw.weighted(places.England);
  const named = given.city ? placeNamed(given.city) : undefined;
  const own = named ? undefined : home;
  const postCode = kept(given.post_code, () => {
    if (isPostCodeHidden) return null;
    return own?.postCode ?? postCodeIn(draw, named ?? drawn);
  });
  const moved =
    own && postCode !== null && postCode !== own.postCode && parsePostCode(postCode)
      ? homeWith(postCode, ALWAYS)
      : undefined;
  const town = moved ?? named ?? own ?? drawn;
  return {
    street: kept(given.street, () => own?.street ?? cosmeticsOf(draw).street()),
    county: kept(given.county, () => town.county),
    city: kept(given.city, () => town.city),
    post_code: postCode,
    country: kept(given.country, () => town.country),
  };
}

function placeNamed(city: string): Place | undefined {
  const wanted = city.trim().toLowerCase();
  const all = regions.flatMap((region) => places[region].map(([place]) => place));
  return all.find((place) => place.city.toLowerCase() === wanted);
}
