import { defined } from '../../spec/json.ts';
import { lazy, lazyFields } from '../../spec/lazy.ts';
import { addMonths, type Day, dayNumber, dayText } from '../calendar.ts';
import { resourceId } from '../ids.ts';
import type { Stream } from '../random.ts';
import type { LayoutName, Statement } from '../statements/statement.ts';
import { readTable } from '../table.ts';
import { ibanOf } from '../uk/iban.ts';
import { careerOf } from './career.ts';
import { cosmeticsOf } from './cosmetics.ts';
import shares from './data/shares.json' with { type: 'json' };
import { deathOf, untilDeath } from './future.ts';
import { forenames, type Home, homeOn, homesOf, surnames, withMoves } from './homes.ts';
import type { Job } from './plan-job.ts';
import { type Discrepancy, isLawful, presentedJobs } from './presented.ts';

/** What payroll data shows of a person, where it differs from the truth. */
export type PayrollView = {
  dateOfBirth?: Day | null;
  /** `hidden` leaves the post code out of every payslip. */
  postCode?: 'hidden';
  /** Other homes than those that pay and bills follow from. */
  homes?: readonly Home[];
};

/** A person whose money agrees: one set of facts that every source is made from. */
export type Person = {
  readonly userId: string;
  /** The day on which their world begins: all their dates are relative to it. */
  readonly begins: Day;
  readonly identity: Identity;
  /** The drawn NI number, whatever the client has given since: the day of the state pension depends on it. */
  readonly firstNiNumber: string;
  readonly homes: readonly Home[];
  readonly payrollView: PayrollView;
  /** How they live and what they claim without work, where it is not drawn. */
  readonly lives: Lives;
  /** Details that the client has given since; documents show each from its day on. */
  readonly told: readonly LaterDetails[];
  /** Oldest first; drawn on first use. */
  readonly jobs: readonly Job[];
  /** The jobs as an honest person's would be, where something is hidden. */
  readonly claimedJobs: readonly Job[];
  /** The day of their death, if it is planned; drawn on first use. */
  readonly died: Day | null;
  /** Drawn on first use. */
  readonly bank: BankAccount;
  /** What is not true in the documents that they hand in, or odd; none for most. */
  readonly discrepancies: readonly Discrepancy[];
  /** The user whose payslips or job a discrepancy may take. */
  readonly other: () => Person | undefined;
  readonly stream: Stream;
};

export type Lives = {
  household?: 'parents' | 'shares' | 'rents' | 'mortgage' | 'owns' | undefined;
  claims?: 'universal' | 'jobseekers' | 'none' | undefined;
};

export type LaterDetails = { from: Day } & Partial<
  Pick<Identity, 'forename' | 'surname' | 'dateOfBirth' | 'niNumber'>
>;

export type Known = Partial<Pick<Person, 'homes' | 'told' | 'lives' | 'jobs' | 'payrollView' | 'other'>> & {
  identity?: Partial<Identity>;
  /** Homes that the client has given since, besides the others. */
  moves?: readonly Home[];
  /** Or how they follow from the jobs: drawn on first use. */
  discrepancies?: readonly Discrepancy[] | ((jobs: readonly Job[]) => readonly Discrepancy[]) | undefined;
};

/** A date of birth to plan a career by: one that no working person has is as good as none. */
function workingAge(born: Day | null, begins: Day): Day | null {
  const years = (age: number) => dayText(addMonths(dayNumber(begins), -12 * age));
  return born !== null && born >= years(90) && born <= dayText(dayNumber(years(18)) - 60) ? born : null;
}

/** An identity with what is known of it; e-mail and telephone follow from the name that it then has. */
function withKnown(drawn: Identity, known: Partial<Identity>, stream: Stream): Identity {
  const told = defined(known);
  const named = { ...drawn, ...told };
  return { ...named, ...contactOf(stream.fork('contact'), named), ...told };
}

/** Makes the person of a stream. Jobs and bank account are drawn when they are first read. */
export function personOf(stream: Stream, userId: string, begins: Day, known: Known = {}): Person {
  const drawn = identityOf(stream.fork('identity'), begins);
  const identity = known.identity ? withKnown(drawn, known.identity, stream) : drawn;
  const { discrepancies: odd = [], other = () => undefined, moves = [], told = [], lives = {} } = known;
  const homes = withMoves(known.homes ?? homesOf(stream.fork('homes'), begins), moves);
  const { forename, dateOfBirth: born } = identity;
  const holder = () => ({ dateOfBirth: workingAge(born, begins), homes, begins, forename });
  const career = () => careerOf(stream.fork('career'), holder());
  const drawnJobs = lazy(() => known.jobs ?? untilDeath(career(), later.died));
  const presenter = { begins, stream, other, homes, claimedJobs: [] };
  const jobsWith = (discrepancies: readonly Discrepancy[]) =>
    presentedJobs('job', drawnJobs(), { ...presenter, discrepancies });
  const later: DrawnLater = lazyFields({
    discrepancies: () => (typeof odd === 'function' ? odd(drawnJobs()) : odd),
    jobs: () => jobsWith(later.discrepancies),
    claimedJobs() {
      const lawful = later.discrepancies.filter(isLawful);
      return lawful.length === later.discrepancies.length ? later.jobs : jobsWith(lawful);
    },
    // Only people with drawn lives die: a persona or a user made by hand lives as described.
    died: () => (known.jobs ? null : deathOf(stream.fork('death'), holder())),
    bank: () => bankAccountOf(stream.fork('bank')),
  });
  const { payrollView = {} } = known;
  const plain = { userId, begins, identity, firstNiNumber: drawn.niNumber, homes, payrollView };
  return Object.assign(later, { ...plain, lives, told, stream, other });
}

type DrawnLater = Pick<Person, 'discrepancies' | 'jobs' | 'claimedJobs' | 'died' | 'bank'>;

export const idOf = (person: Person, ...key: (string | number)[]): string =>
  resourceId(person.userId, ...key);

export const nameOf = ({ identity }: Pick<Person, 'identity'>): string =>
  `${identity.forename} ${identity.surname}`;

/** Who a document of a day says that a person is. */
export function identityOn({ identity, payrollView, told }: Person, day: Day): Identity {
  const { dateOfBirth = identity.dateOfBirth } = payrollView;
  const news = told.filter(({ from }) => from <= day).map(({ from: _, ...details }) => details);
  return Object.assign({ ...identity, dateOfBirth }, ...news);
}

/** The date of birth that a person's life follows from: the one of their jobs, which a correction leaves alone. */
export const bornOf = ({ jobs, identity }: Person): Day | null =>
  jobs[0]?.employment.dateOfBirth ?? identity.dateOfBirth;

export const shownHome = ({ homes, payrollView }: Person, day: Day): Home | undefined =>
  homeOn(payrollView.homes ?? homes, day);

const known = new WeakMap<Person, Map<string, string>>();

/** The house and street of a home; drawn on first use, since only payslips and statements print it. */
export function streetOf(person: Person, { postCode }: Home): string {
  const streets = known.get(person) ?? new Map<string, string>();
  known.set(person, streets);
  const street = streets.get(postCode) ?? cosmeticsOf(person.stream.fork(`street/${postCode}`)).street();
  streets.set(postCode, street);
  return street;
}

/** Who a person is. What is null the service does not know. */
type Identity = {
  forename: string;
  surname: string;
  dateOfBirth: Day | null;
  niNumber: string;
  email: string;
  /** With the country code and no plus sign, as payroll data writes it. */
  phone: number;
};

/** A national insurance number that can never be issued: no real one begins with QQ. */
const niNumberOf = (stream: Stream): string =>
  `QQ${String(stream.int(0, 999_999)).padStart(6, '0')}${stream.pick('ABCD'.split(''))}`;

/** Draws a person's identity. It needs no faker, which keeps a page of users cheap. */
function identityOf(stream: Stream, begins: Day): Identity {
  const [youngest = 0, oldest = 0] = stream.named(shares.ages).split(' ').map(Number);
  const first = dayNumber(begins);
  const age = stream.int(youngest, oldest);
  const born = Math.min(addMonths(first, -12 * age) - stream.int(0, 364), first - 18 * 366 - 60);
  const name = { forename: stream.pick(forenames), surname: stream.pick(surnames) };
  const niNumber = niNumberOf(stream);
  return { ...name, dateOfBirth: dayText(born), niNumber, ...contactOf(stream, name) };
}

/** An address on a reserved domain, and a number from the range that is kept free for drama. */
function contactOf(stream: Stream, { forename, surname }: Pick<Identity, 'forename' | 'surname'>) {
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
  const domain = stream.pick(['example.com', 'example.org', 'example.net']);
  return {
    // A name may have no letter that an address can be made of.
    email: `${[forename, surname].map(letters).filter(Boolean).join('.') || 'somebody'}${stream.int(1, 99)}@${domain}`,
    phone: 447_700_900_000 + stream.int(0, 999),
  };
}

export type BankAccount = Pick<Statement, 'bankName' | 'layout' | 'sortCode' | 'accountNumber' | 'iban'>;

// All made up. No real bank's sort codes begin with 00, and no bank of this country has a code that begins with XX.
const banks = lazy(() => readTable('people/data/banks'));

function bankAccountOf(stream: Stream): BankAccount {
  const { name: bankName = '', code = '', sort, layout } = stream.pick(banks());
  const sortCode = `${sort}-${String(stream.int(0, 99)).padStart(2, '0')}`;
  const accountNumber = String(stream.int(10_000_000, 99_999_999));
  const iban = ibanOf(code, sortCode, accountNumber);
  return { bankName, layout: layout as LayoutName, sortCode, accountNumber, iban };
}
