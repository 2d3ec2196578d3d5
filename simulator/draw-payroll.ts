import type { PayrollSubmission, User } from '../spec/types.ts';

/** Payslips of an employment made up for a user: as much as the key, and the user's own details, decide. */
export async function drawPayroll(user: User, key: string, until: number): Promise<PayrollSubmission[]> {
  const [{ personOf }, { payrollOfJob }, { stream }, { knownFrom }] = await Promise.all([
    import('../generators/people/person.ts'),
    import('../generators/people/payroll.ts'),
    import('../generators/random.ts'),
    import('../generators/people/known-from.ts'),
  ]);
  const person = personOf(stream('drawn', key), user.user_id, knownFrom(user));
  const job = person.jobs.findLast((one) => one.key !== 'second') ?? person.jobs.at(-1);
  return job ? payrollOfJob(person, job, { until }) : [];
}
