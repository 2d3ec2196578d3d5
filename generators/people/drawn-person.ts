import { defined } from '../../spec/json.ts';
import type { User } from '../../spec/types.ts';
import { addMonths, type Day, dayNumber, dayOf, dayText, startOf } from '../calendar.ts';
import { stream } from '../random.ts';
import { parsePostCode, regionOf, regions } from '../uk/post-codes.ts';
import { livelihoodOf } from './career.ts';
import { recordsFrom } from './history.ts';
import { ALWAYS, type Home, homesUntil, type Place, places } from './homes.ts';
import { type Known, type Person, personOf } from './person.ts';
import type { Job } from './plan-job.ts';

const islands: Readonly<Record<string, Pick<Home, 'country' | 'city' | 'county'>>> = {
  JE: { country: 'Jersey', city: 'St Helier', county: 'Jersey' },
  GY: { country: 'Guernsey', city: 'St Peter Port', county: 'Guernsey' },
  IM: { country: 'Isle of Man', city: 'Douglas', county: 'Isle of Man' },
};

/** A home with this very post code; the town is that of the district where we know one, or a large one nearby. */
export function homeWith(postCode: string, from: string): Home {
  const { area = '', district = '' } = parsePostCode(postCode) ?? {};
  const island = islands[area];
  if (island) return { from, postCode, ...island };
  const country = regionOf(postCode) ?? 'England';
  const towns = places[country].map(([place]) => place);
  const isInArea = ({ districts }: Place) => districts.some((one) => one.split(/\d/)[0] === area);
  const town =
    towns.find(({ districts }) => districts.includes(district)) ??
    towns.find(isInArea) ??
    // Across the border: the districts of Berwick and the like.
    regions.flatMap((region) => places[region].map(([place]) => place)).find(isInArea) ??
    towns[0]!;
  return { from, postCode, country, city: town.city, county: town.county };
}

/** Homes with these post codes, of which the first is where the person lives on a day; they moved twice in 400 days. */
function homesWith(postCodes: readonly string[], begins: Day): Home[] {
  const codes = postCodes.toReversed();
  const movedOn = (position: number) => dayText(dayNumber(begins) - 200 * (codes.length - position));
  return codes.map((postCode, position) => homeWith(postCode, position === 0 ? ALWAYS : movedOn(position)));
}

type UserDetails = Partial<Pick<User, 'user_id' | 'forename' | 'surname' | 'ni_number' | 'date_of_birth'>> & {
  post_codes?: readonly string[] | undefined;
};

/** What a user record says about the person behind it. The first post code is where they live now. */
export function knownFrom(user: UserDetails, begins: Day): Known {
  const { forename, surname, ni_number: niNumber, date_of_birth, post_codes } = user;
  return {
    identity: { forename, surname, niNumber, dateOfBirth: date_of_birth?.slice(0, 10) },
    homes: post_codes?.length ? homesWith(post_codes, begins) : undefined,
  };
}

/** What a user's record said when the user was made, and the details that were given later, each with its day. */
export type Past = {
  readonly date_of_birth?: string;
  readonly post_codes?: readonly string[];
  readonly moves: readonly { readonly from: Day; readonly post_codes: readonly string[] }[];
  /** For a person of the starting world, whose identity is older than what the client gives. */
  readonly told?: readonly ({ readonly from: Day } & Details)[];
};

type Details = Readonly<Partial<Pick<User, 'forename' | 'surname' | 'date_of_birth' | 'ni_number'>>>;

/** What the client has given about a person since the world began; each entry counts from its day. */
export const toldSince = ({ moves, told = [] }: Past): Pick<Known, 'moves' | 'told'> => ({
  moves: movedTo(moves),
  told: told.map(({ from, ...user }) => ({ from, ...defined(knownFrom(user, from).identity ?? {}) })),
});

const movedTo = (moves: Past['moves']): Home[] =>
  moves.map(({ from, post_codes }) => homeWith(post_codes[0] ?? '', from));

/**
 * The person behind a user who was made by hand: what the user's record tells is theirs, and the rest follows from the
 * user's id. They have been in one job with a monthly salary since before the records begin, or since they were old enough.
 *
 * Work, pay, tax and account follow from what the record said at first: a later correction changes what payslips call the
 * person, and a new address counts from its day. Post codes that were not given at first are shown on every payslip.
 */
export function drawnPerson(user: User, past: Past = { ...user, moves: [] }): Person {
  const begins = dayOf(Date.parse(user.created_at));
  const own = stream('user', user.user_id);
  const { date_of_birth, post_codes, moves } = past;
  const first = personOf(own, user.user_id, begins, knownFrom({ date_of_birth, post_codes }, begins));
  const drawn = first.identity.dateOfBirth;
  const born = date_of_birth === undefined ? grownUp(drawn, begins) : drawn;
  const moved = movedTo(moves);
  const homes = [...homesUntil(first.homes, begins), ...moved];
  const given = knownFrom(user, begins).identity;
  const toldHomes = post_codes?.length ? undefined : moves[0];
  return personOf(own, user.user_id, begins, {
    identity: { ...given, dateOfBirth: given?.dateOfBirth ?? born },
    homes,
    jobs: livelihoodOf(own.fork('career'), { dateOfBirth: born, homes, begins }),
    payrollView: toldHomes && { homes: [...homesWith(toldHomes.post_codes, begins), ...moved.slice(1)] },
  });
}

/** A drawn date of birth, some years away where it leaves no time for work since before the records begin and from now on. */
function grownUp(born: Day | null, begins: Day): Day | null {
  if (born === null) return null;
  const years = (day: Day, count: number) => dayText(addMonths(dayNumber(day), 12 * count));
  if (born > years(recordsFrom(begins), -21)) return years(born, -7);
  return born < years(begins, -60) ? years(born, 12) : born;
}

/** A person's main job at an instant: the newest begun that is not a second one. */
export const mainJob = ({ jobs }: Person, at: number): Job | undefined => {
  const begun = jobs.filter(({ employment }) => startOf(employment.start) <= at);
  return begun.findLast(({ key }) => key !== 'second') ?? begun.at(-1) ?? jobs[0];
};
