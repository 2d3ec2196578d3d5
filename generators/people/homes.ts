import { lazy } from '../../spec/lazy.ts';
import { type Day, dayNumber, dayText } from '../calendar.ts';
import type { Stream } from '../random.ts';
import { readTable } from '../table.ts';
import { parsePostCode, type Region } from '../uk/post-codes.ts';
import shares from './data/shares.json' with { type: 'json' };
import { plannedUntil } from './history.ts';

export type Place = { city: string; county: string; country: Region; districts: string[] };

// The weight is roughly how many people live there. No district of the table straddles a border.
const rows = readTable('people/data/places');

const placesIn = (country: Region): [Place, number][] =>
  rows
    .filter((row) => row.country === country)
    .map(({ city = '', county = '', weight, districts = '' }) => [
      { city, county, country, districts: districts.split(' ') },
      Number(weight),
    ]);

export const places: Readonly<Record<Region, readonly (readonly [Place, number])[]>> = {
  England: placesIn('England'),
  Wales: placesIn('Wales'),
  Scotland: placesIn('Scotland'),
  'Northern Ireland': placesIn('Northern Ireland'),
};

const councils = lazy(() => {
  const found = new Map<string, string>();
  for (const { council = '', districts = '', other_councils = '' } of rows) {
    for (const district of districts.split(' ')) found.set(district, council);
    for (const [name = '', list = ''] of other_councils.split('; ').map((one) => one.split(': ')))
      for (const district of list.split(' ')) found.set(district, name);
  }
  return found;
});

/** The council that taxes a home: that of its district, else of the letters of its post code or of its town. */
export function councilOf({ postCode, city }: Home): string | undefined {
  const { area = '', district = '' } = parsePostCode(postCode) ?? {};
  const known = councils().get(district) ?? councils().get(district.replace(/(?<=\d)[A-Z]$/, ''));
  return known ?? councils().get(area) ?? rows.find((row) => row.city === city)?.council;
}

const nameRows = readTable('people/data/names');
const namesOf = (wanted: string): string[] =>
  nameRows.find(({ kind }) => kind === wanted)?.names?.split(' ') ?? [];

/** Given names that are common in the United Kingdom, old and new, from many places; faker's are American. */
export const forenames: readonly string[] = namesOf('forename');

/** Those of them that are usually women's: who bears a child follows from it. */
export const womensNames: ReadonlySet<string> = new Set(namesOf('woman'));

/** Family names that are common in the United Kingdom, from many places. */
export const surnames: readonly string[] = namesOf('surname');

export type Home = {
  from: Day;
  city: string;
  county: string;
  postCode: string;
  country: Region | 'Jersey' | 'Guernsey' | 'Isle of Man';
};

/** The day on which the first known home begins: before anything else. */
export const ALWAYS: Day = '1900-01-01';

/** Moves lie in the last three years or so, none in the last month: in days before the world begins. */
const EARLIEST_MOVE = 1200;
const LATEST_MOVE = 30;

const COUNTRIES = { England: 84, Scotland: 8, Wales: 5, 'Northern Ireland': 3 } as const;
// The letters that the last two places of a post code use.
const UNIT_LETTERS = 'ABDEFGHJLNPQRSTUWXYZ'.split('');

/** A post code in a real district; what follows the district is made up. */
export function postCodeIn(stream: Stream, place: Place): string {
  const unit = `${stream.pick(UNIT_LETTERS)}${stream.pick(UNIT_LETTERS)}`;
  return `${stream.pick(place.districts)} ${stream.int(1, 9)}${unit}`;
}

type Town = { country: Region; place: Place };

const townIn = (stream: Stream, country: Region) => ({ country, place: stream.weighted(places[country]) });

/** Most people move within their town, where their work is; a few go to another country. */
function nextTown(stream: Stream, town: Town): Town {
  if (stream.chance(0.85)) return town;
  return townIn(stream, stream.chance(0.4) ? stream.named(COUNTRIES) : town.country);
}

const homeIn = (stream: Stream, { country, place }: Town, from: Day): Home => ({
  ...{ from, city: place.city, county: place.county, postCode: postCodeIn(stream, place), country },
});

/** Draws a person's homes, oldest first. */
export function homesOf(stream: Stream, begins: Day): Home[] {
  const country = stream.named(COUNTRIES);
  const first = dayNumber(begins);
  const length = Number(stream.named(shares.moves));
  const days = Array.from({ length }, () => first - stream.int(LATEST_MOVE, EARLIEST_MOVE));
  let town = townIn(stream, country);
  const past = [ALWAYS, ...days.sort((a, b) => a - b).map(dayText)].map((from, index) => {
    if (index > 0) town = nextTown(stream, town);
    return homeIn(stream, town, from);
  });
  return [...past, ...laterHomes(stream.fork('later'), begins, town)];
}

/** Moves in the years that are planned, by one person in twelve a year. */
function laterHomes(stream: Stream, begins: Day, first: Town): Home[] {
  const homes: Home[] = [];
  let town = first;
  for (let year = dayNumber(begins); year < plannedUntil(begins) - 365; year += 365) {
    if (!stream.chance(0.08)) continue;
    town = nextTown(stream, town);
    homes.push(homeIn(stream, town, dayText(year + stream.int(30, 360))));
  }
  return homes;
}

export const homesUntil = (homes: readonly Home[], day: Day): Home[] =>
  homes.filter(({ from }) => from <= day);

export const homeOn = <T extends { from: Day }>(homes: readonly T[], day: Day): T | undefined =>
  homes.findLast((home) => home.from <= day) ?? homes[0];

/** Homes including those given later, each from its day. A post code that is that day's home changes nothing. */
export const withMoves = (homes: readonly Home[], moves: readonly Home[]): readonly Home[] =>
  moves.reduce(
    (known, move) =>
      homeOn(known, move.from)?.postCode === move.postCode
        ? known
        : [...homesUntil(known, move.from), move, ...known.filter(({ from }) => from > move.from)],
    homes,
  );

/** The post codes of the homes, the newest first, none twice. */
export const postCodesOf = (homes: readonly Home[]): string[] => [
  ...new Set(homes.map(({ postCode }) => postCode).reverse()),
];
