import { postCodeIn } from '../../../generators/people/homes.ts';
import { islands } from '../../../generators/people/known-from.ts';
import { type Place, places } from '../../../generators/people/names-and-places.ts';
import type { Stream } from '../../../generators/random.ts';
import { parsePostCode, regions } from '../../../generators/uk/post-codes.ts';
import { lazy } from '../../../spec/lazy.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import type { PersonOnPayslips } from './person-on-payslips.ts';
import { kept } from './read-given.ts';

type Identity = NonNullable<PayrollSubmission['identity_information']>;
type Address = NonNullable<Identity['address']>;
type Town = Omit<Place, 'districts' | 'country'> & { country: string };

const streets = [
  'High Street',
  'Station Road',
  'Church Lane',
  'Mill Lane',
  'Victoria Road',
  'Park Avenue',
  'Orchard Close',
  'Queens Road',
];

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
  const moved = own && postCode !== null && postCode !== own.postCode ? townOf(postCode) : undefined;
  const town = moved ?? named ?? own ?? drawn;
  return {
    street: kept(given.street, () => own?.street ?? streetOf(draw)),
    county: kept(given.county, () => town.county),
    city: kept(given.city, () => town.city),
    post_code: postCode,
    country: kept(given.country, () => town.country),
  };
}

const streetOf = (draw: Stream): string => `${draw.int(1, 180)} ${draw.pick(streets)}`;

function placeNamed(city: string): Place | undefined {
  const wanted = city.trim().toLowerCase();
  return allPlaces().find((place) => place.city.toLowerCase() === wanted);
}

function townOf(postCode: string): Town | undefined {
  const code = parsePostCode(postCode);
  if (!code) return undefined;
  return islands[code.area] ?? placesByCode().get(code.district ?? '') ?? placesByCode().get(code.area);
}

const allPlaces = (): Place[] => regions.flatMap((region) => places[region].map(([place]) => place));

/** Towns by their districts and, for districts that no town lists, by the letters that these begin with. */
const placesByCode = lazy(() => {
  const byCode = new Map<string, Place>();
  for (const place of allPlaces()) {
    for (const district of place.districts) {
      byCode.set(district, place);
      const area = parsePostCode(district)?.area ?? district;
      if (!byCode.has(area)) byCode.set(area, place);
    }
  }
  return byCode;
});
