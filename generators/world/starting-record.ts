import { defined } from '../../spec/json.ts';
import type { User } from '../../spec/types.ts';
import { instantOf } from '../calendar.ts';
import { homesUntil, postCodesOf } from '../people/homes.ts';
import type { Person } from '../people/person.ts';
import type { UserRecord } from '../scenarios/scenario.ts';
import { createdAt } from './birth.ts';
import type { World } from './world.ts';

/** The fields that are there; what is null or undefined the service does not have. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], null> } {
  const found: { [K in keyof T]?: Exclude<T[K], null> } = {};
  for (const name in fields) if (fields[name] != null) found[name] = fields[name] as never;
  return found;
}

type UserFields = UserRecord & { forename: string; surname: string };

/** The user as the service lists them, out of the person and what a persona's plan says otherwise. */
export function userOf(person: Person, rank: number, record: UserRecord = {}): User {
  const { identity, homes } = person;
  const fields: UserFields = {
    forename: identity.forename,
    surname: identity.surname,
    date_of_birth: identity.dateOfBirth === null ? null : instantOf(identity.dateOfBirth),
    post_codes: postCodesOf(homesUntil(homes, person.begins)),
    ni_number: identity.niNumber,
    ...defined(record),
  };
  return {
    user_id: person.userId,
    created_at: new Date(createdAt(rank, person.begins)).toISOString(),
    ...present(fields),
  };
}

/** The user alone, without anything that is expensive: a page of a hundred takes no time. */
export const startingUserRecord = (world: World, index: number): User =>
  userOf(world.person(index), world.rankOf(index), world.planAt(index).user);
