import { cosmeticsOf } from '../../../generators/people/cosmetics.ts';
import { homeWith } from '../../../generators/people/drawn-person.ts';
import { ALWAYS, type Home, type Place, places, postCodeIn } from '../../../generators/people/homes.ts';
import {
  type BankAccount,
  identityOn,
  nameOf,
  type Person,
  shownHome,
  streetOf,
} from '../../../generators/people/person.ts';
import type { Stream } from '../../../generators/random.ts';
import { parsePostCode, regions } from '../../../generators/uk/post-codes.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import { isoInstant } from '../../domain/instant.ts';
import { kept } from './read-given.ts';

/** A person as payslips and statements of a day show them. */
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
