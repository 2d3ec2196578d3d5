import { defined } from '../../spec/json.ts';
import { addMonths, type Day, dayNumber, dayText } from '../calendar.ts';
import { resourceId } from '../ids.ts';
import type { Stream } from '../random.ts';
import { type BankAccount, bankAccountOf } from './bank-account.ts';
import { careerOf } from './career.ts';
import { cosmeticsOf } from './cosmetics.ts';
import { type Home, homesOf } from './homes.ts';
import { contactOf, type Identity, identityOf } from './identity.ts';
import type { Job } from './job.ts';

/** What payroll data shows of a person, where it differs from the truth. */
export type PayrollView = {
  /** Another date of birth than the real one, or none. */
  dateOfBirth?: Day | null;
  /** `hidden` leaves the post code out of every payslip. */
  postCode?: 'hidden';
};

/** A person whose money agrees: one set of facts that every source is made from. */
export type Person = {
  readonly userId: string;
  /** The day on which their world begins: everything about them is told from there. */
  readonly begins: Day;
  readonly identity: Identity;
  /** Oldest first. */
  readonly homes: readonly Home[];
  readonly payrollView: PayrollView;
  /** Oldest first; drawn on first use. */
  readonly jobs: readonly Job[];
  /** Drawn on first use. */
  readonly bank: BankAccount;
  /** This person's own source of choices. */
  readonly stream: Stream;
};

/** What is already known of a person; the rest is drawn. */
export type Known = {
  identity?: Partial<Identity>;
  homes?: readonly Home[];
  jobs?: readonly Job[];
  payrollView?: PayrollView;
};

/** A date of birth to plan a career by: one that no working person has is as good as none. */
export function workingAge(born: Day | null, begins: Day): Day | null {
  const years = (age: number) => dayText(addMonths(dayNumber(begins), -12 * age));
  return born !== null && born >= years(90) && born <= dayText(dayNumber(years(18)) - 60) ? born : null;
}

/** An identity with what is known of it; e-mail and telephone follow from the name that it then has. */
function withKnown(drawn: Identity, known: Partial<Identity>, stream: Stream): Identity {
  const told = defined(known);
  const named = { ...drawn, ...told };
  return { ...named, ...contactOf(stream.fork('contact'), named.forename, named.surname), ...told };
}

/** Makes the person of a stream. Jobs and bank account are drawn when they are first read. */
export function personOf(stream: Stream, userId: string, begins: Day, known: Known = {}): Person {
  const drawn = identityOf(stream.fork('identity'), begins);
  const identity = known.identity ? withKnown(drawn, known.identity, stream) : drawn;
  const homes = known.homes ?? homesOf(stream.fork('homes'), begins);
  let jobs = known.jobs;
  let bank: BankAccount | undefined;
  return {
    userId,
    begins,
    identity,
    homes,
    payrollView: known.payrollView ?? {},
    stream,
    get jobs() {
      const dateOfBirth = workingAge(identity.dateOfBirth, begins);
      jobs ??= careerOf(stream.fork('career'), { dateOfBirth, homes, begins });
      return jobs;
    },
    get bank() {
      bank ??= bankAccountOf(stream.fork('bank'));
      return bank;
    },
  };
}

/** The id of something that belongs to a person. */
export function idOf(person: Person, ...key: (string | number)[]): string {
  return resourceId(person.userId, ...key);
}

/** The full name, as payslips and statements print it. */
export function nameOf({ identity }: Person): string {
  return `${identity.forename} ${identity.surname}`;
}

const known = new WeakMap<Person, Map<string, string>>();

/** The house and street of a home; drawn on first use, since only payslips and statements print it. */
export function streetOf(person: Person, { postCode }: Home): string {
  const streets = known.get(person) ?? new Map<string, string>();
  known.set(person, streets);
  const street = streets.get(postCode) ?? cosmeticsOf(person.stream.fork(`street/${postCode}`)).street();
  streets.set(postCode, street);
  return street;
}
