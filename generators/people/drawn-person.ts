import type { User } from '../../spec/types.ts';
import { addMonths, type Day, dayNumber, dayOf, dayText } from '../calendar.ts';
import { stream } from '../random.ts';
import { steadyJob } from './career.ts';
import { recordsFrom } from './history.ts';
import type { Job } from './job.ts';
import { knownFrom } from './known-from.ts';
import { type Person, personOf, workingAge } from './person.ts';

/**
 * The person behind a user who was made by hand: what the user's record tells is theirs, the rest follows from the
 * user's id, and they have been in one job with a monthly salary since before the records begin. A user whose record gives
 * a later date of birth has been in it since they were of age.
 */
export function drawnPerson(user: User): Person {
  const begins = dayOf(Date.parse(user.created_at));
  const own = stream('user', user.user_id);
  const told = knownFrom(user, begins);
  const { identity, homes } = personOf(own, user.user_id, begins, told);
  const born =
    user.date_of_birth === undefined ? grownUp(identity.dateOfBirth, begins) : identity.dateOfBirth;
  const jobs = [steadyJob(own.fork('career'), { dateOfBirth: workingAge(born, begins), homes, begins })];
  return personOf(own, user.user_id, begins, {
    ...told,
    identity: { ...told.identity, dateOfBirth: born },
    jobs,
  });
}

/** A drawn date of birth, some years earlier where it leaves no time for work since before the records begin. */
function grownUp(born: Day | null, begins: Day): Day | null {
  const latest = dayText(addMonths(dayNumber(recordsFrom(begins)), -12 * 18));
  return born !== null && born > latest ? dayText(addMonths(dayNumber(born), -12 * 4)) : born;
}

/** A person's main job: the newest that is not a second one. */
export function mainJob({ jobs }: Person): Job | undefined {
  return jobs.findLast(({ key }) => key !== 'second') ?? jobs.at(-1);
}
