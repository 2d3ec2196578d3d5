import { drawnPerson } from '../../generators/people/drawn-person.ts';
import type { Person } from '../../generators/people/person.ts';
import type { UserRecord } from '../domain/user-record.ts';
import type { SeededWorld } from '../state/seeded-world.ts';

/** How many people are kept once they are made: payslips are reckoned once a job, and a new person has new jobs. */
const KEPT = 100;
const drawn = new Map<string, Person>();

/** The one person that a user is: the seeded one, or the one that follows from the user's id and first details. */
export function personOfUser(
  world: Pick<SeededWorld, 'person'>,
  { user, past }: Pick<UserRecord, 'user' | 'past'>,
): Person {
  const { user_id, created_at, forename, surname, date_of_birth, ni_number, post_codes } = user;
  const seeded = world.person(user_id);
  if (seeded) return seeded;
  const key = JSON.stringify([
    [user_id, created_at, forename, surname, date_of_birth, ni_number, post_codes],
    past,
  ]);
  const person = drawn.get(key) ?? drawnPerson(user, past);
  drawn.set(key, person);
  const [oldest] = drawn.keys();
  if (drawn.size > KEPT && oldest !== undefined) drawn.delete(oldest);
  return person;
}
