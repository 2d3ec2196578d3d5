import type { User } from '../../spec/types.ts';
import { dayOf } from '../calendar.ts';
import { stream } from '../random.ts';
import { steadyJob } from './career.ts';
import type { Job } from './job.ts';
import { knownFrom } from './known-from.ts';
import { type Person, personOf, workingAge } from './person.ts';

/**
 * The person behind a user who was made by hand: what the user's record tells is theirs, the rest follows from the
 * user's id, and they have been in one job with a monthly salary since before the records begin (or since they were of age).
 */
export function drawnPerson(user: User): Person {
  const begins = dayOf(Date.parse(user.created_at));
  const own = stream('user', user.user_id);
  const known = knownFrom(user, begins);
  const { identity, homes } = personOf(own, user.user_id, begins, known);
  const dateOfBirth = workingAge(identity.dateOfBirth, begins);
  const jobs = [steadyJob(own.fork('career'), { dateOfBirth, homes, begins })];
  return personOf(own, user.user_id, begins, { ...known, jobs });
}

/** The job that somebody is known by: the newest that is not a second one. */
export function mainJob({ jobs }: Person): Job | undefined {
  return jobs.findLast(({ key }) => key !== 'second') ?? jobs.at(-1);
}
