import { lazy } from '../../spec/lazy.ts';
import { addMonths, type Day, dayNumber, dayText } from '../calendar.ts';
import type { Stream } from '../random.ts';
import { readTable } from '../table.ts';
import shares from './data/shares.json' with { type: 'json' };
import { recordsFrom } from './history.ts';
import { forenames, type Home, homeOn, surnames } from './homes.ts';
import { bornOf, type Lives, type Person } from './person.ts';

/** How a person lives: with parents, in a shared house, or in a home that is rented, on a mortgage or paid for. */
export type Tenure = NonNullable<Lives['household']>;
const TENURES = ['parents', 'shares', 'rents', 'mortgage', 'owns'] as const satisfies Tenure[];

export type Household = {
  tenure: Tenure;
  /** What a bank prints of the partner's name; null without one. */
  partner: string | null;
  /** Whether the household's bills come out of this account: with a partner, out of one of the two. */
  paysBills: boolean;
};

const byAge = lazy(() =>
  readTable('people/data/households').map((row) => ({
    from: Number(row.age_from),
    tenures: TENURES.map((tenure) => [tenure, Number(row[tenure])] as const),
    partner: Number(row.partner) / 100,
    children: Number(row.children) / 100,
  })),
);

const UNKNOWN_AGE = 40;

function ageOn(person: Person, day: Day): number {
  const born = bornOf(person);
  return born === null ? UNKNOWN_AGE : (dayNumber(day) - dayNumber(born)) / 365.25;
}

const usualAt = (age: number) => byAge().findLast(({ from }) => from <= age) ?? byAge()[0]!;

const known = new WeakMap<Person, Map<Home | undefined, Household>>();

/** The household of the home on a day: a move begins another, and a person has their own from eighteen on. */
export function householdOn(person: Person, day: Day): Household {
  if (ageOn(person, day) < 18) return { tenure: 'parents', partner: null, paysBills: true };
  const home = homeOn(person.homes, day);
  const households = known.get(person) ?? new Map<Home | undefined, Household>();
  known.set(person, households);
  const found = households.get(home) ?? drawn(person, home);
  households.set(home, found);
  return found;
}

function drawn(person: Person, home: Home | undefined): Household {
  const since = home && home.from > person.begins ? home.from : person.begins;
  const { tenures, partner } = usualAt(Math.max(0, ageOn(person, since)));
  const stream = person.stream.fork(`household/${home?.postCode}`);
  const tenure = person.lives.household ?? stream.weighted(tenures);
  // A couple stays one through its moves.
  const couple = person.stream.fork('partner');
  const isCouple = couple.chance(partner) && tenure !== 'parents' && tenure !== 'shares';
  if (!isCouple) return { tenure, partner: null, paysBills: true };
  return { tenure, partner: shortName(couple, couple.pick(surnames)), paysBills: couple.chance(0.6) };
}

/** A name as banks print it: an initial and the family name. */
export const shortName = (stream: Stream, surname: string): string =>
  `${stream.pick(forenames)[0]} ${surname.toUpperCase()}`;

/** The days on which a person's children were born: some long before the records, and one with each leave for a child. */
function childrenOf(person: Person): Day[] {
  const { begins, stream } = person;
  const birth = bornOf(person);
  const born: Day[] = person.jobs.flatMap(({ employment }) =>
    employment.events.flatMap((one) => (one.kind === 'parental' ? [one.from] : [])),
  );
  if (birth === null) return born;
  const draws = stream.fork('children');
  if (!draws.chance(usualAt(Math.max(0, ageOn(person, begins))).children)) return born;
  const first = addMonths(dayNumber(birth), draws.int(22 * 12, 36 * 12));
  const spaced = [first, first + draws.int(600, 1500), first + draws.int(1700, 2600)];
  const earlier = spaced.slice(0, Number(draws.named(shares.children)));
  // Later ones would show as leave in the payslips.
  const last = dayNumber(recordsFrom(begins)) - 365;
  return [...earlier.filter((day) => day <= last).map(dayText), ...born];
}

/** How many children a person is paid Child Benefit for on a day; of a couple one of the two claims it. */
export function childrenClaimedFor(person: Person, day: Day): number {
  const { partner } = householdOn(person, day);
  if (partner !== null && person.stream.fork('claims').chance(0.5)) return 0;
  const isChild = (born: Day): boolean => addMonths(dayNumber(born), 12 * 18) > dayNumber(day);
  return childrenOf(person).filter((born) => born <= day && isChild(born)).length;
}
