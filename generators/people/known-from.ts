import type { User } from '../../spec/types.ts';
import { type Day, dayNumber, dayText } from '../calendar.ts';
import { parsePostCode, regionOf, regions } from '../uk/post-codes.ts';
import { ALWAYS, type Home } from './homes.ts';
import { places } from './names-and-places.ts';
import type { Known } from './person.ts';

/** The towns of the Crown dependencies, by the letters of their post codes. */
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
  const letters = (code: string) => code.split(/\d/)[0];
  const town =
    towns.find(({ districts }) => districts.includes(district)) ??
    towns.find(({ districts }) => districts.some((one) => letters(one) === area)) ??
    // Across the border: the districts of Berwick and the like.
    regions
      .flatMap((region) => places[region].map(([place]) => place))
      .find(({ districts }) => districts.some((one) => letters(one) === area)) ??
    towns[0]!;
  return { from, postCode, country, city: town.city, county: town.county };
}

/** Homes with these post codes, of which the first is where the person lives on a day; they moved twice in 400 days. */
export function homesWith(postCodes: readonly string[], begins: Day): Home[] {
  const codes = postCodes.toReversed();
  return codes.map((postCode, position) =>
    homeWith(
      postCode,
      position === 0 ? ALWAYS : dayText(dayNumber(begins) - 200 * (codes.length - position)),
    ),
  );
}

type Told = Partial<Pick<User, 'user_id' | 'forename' | 'surname' | 'ni_number' | 'date_of_birth'>> & {
  post_codes?: readonly string[] | undefined;
};

/** What a user record tells of the person behind it. The first post code is where they live now. */
export const knownFrom = (user: Told, begins: Day): Known => ({
  identity: {
    forename: user.forename,
    surname: user.surname,
    niNumber: user.ni_number,
    dateOfBirth: user.date_of_birth?.slice(0, 10),
  },
  homes: user.post_codes?.length ? homesWith(user.post_codes, begins) : undefined,
});
