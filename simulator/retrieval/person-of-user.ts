import { drawnPerson } from '../../generators/people/drawn-person.ts';
import type { Person } from '../../generators/people/person.ts';
import { latestMade } from '../../spec/lazy.ts';
import type { UserRecord } from '../domain/user-record.ts';
import type { SeededWorld } from '../state/seeded-world.ts';

type Drawn = Pick<UserRecord, 'user' | 'past'>;

const DETAILS = ['forename', 'surname', 'date_of_birth', 'ni_number', 'post_codes'] as const;
const KEYS = ['user_id', 'created_at', ...DETAILS] as const;

/** A hundred people are kept once they are made: payslips are computed once a job, and a new person has new jobs. */
const drawn = latestMade(
  100,
  ({ user, past }: Drawn) => JSON.stringify([KEYS.map((key) => user[key]), past]),
  ({ user, past }) => drawnPerson(user, past),
);

/** The one person that a user is: the seeded one, or the one that follows from the user's id and first details. */
export const personOfUser = (world: Pick<SeededWorld, 'person'>, record: Drawn): Person =>
  world.person(record.user.user_id, record.past) ?? drawn(record);
