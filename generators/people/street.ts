import { cosmeticsOf } from './cosmetics.ts';
import type { Home } from './homes.ts';
import type { Person } from './person.ts';

const known = new WeakMap<Person, Map<string, string>>();

/** The house and street of a home; drawn on first use, since only payslips and statements print it. */
export function streetOf(person: Person, { postCode }: Home): string {
  const streets = known.get(person) ?? new Map<string, string>();
  known.set(person, streets);
  const street = streets.get(postCode) ?? cosmeticsOf(person.stream.fork(`street/${postCode}`)).street();
  streets.set(postCode, street);
  return street;
}
