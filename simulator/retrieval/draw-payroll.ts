import { dayOf } from '../../generators/calendar.ts';
import type { PayrollSubmission, User } from '../../spec/types.ts';

/** Payslips of an employment made up for a user, told from the day on which the user was created. */
export async function drawPayroll(user: User, key: string, until: number): Promise<PayrollSubmission[]> {
  const [{ personOf }, { payrollOfJob }, { stream }, { knownFrom }] = await Promise.all([
    import('../../generators/people/person.ts'),
    import('../../generators/people/payroll.ts'),
    import('../../generators/random.ts'),
    import('../../generators/people/known-from.ts'),
  ]);
  const begins = dayOf(Date.parse(user.created_at));
  const person = personOf(stream('drawn', key), user.user_id, begins, knownFrom(user, begins));
  const job = person.jobs.findLast((one) => one.key !== 'second') ?? person.jobs.at(-1);
  return job ? payrollOfJob(person, job, { until }) : [];
}
