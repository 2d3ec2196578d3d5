import type { PayrollSubmission, User } from '../spec/types.ts';

/** Payslips of an employment made up for a user: as much as the key, and the user's own details, decide. */
export async function drawPayroll(user: User, key: string, until: number): Promise<PayrollSubmission[]> {
  const [{ personOf }, { payrollOfJob }, { stream }] = await Promise.all([
    import('../generators/people/person.ts'),
    import('../generators/people/payroll.ts'),
    import('../generators/random.ts'),
  ]);
  const identity = {
    ...(user.forename !== undefined && { forename: user.forename }),
    ...(user.surname !== undefined && { surname: user.surname }),
    ...(user.ni_number !== undefined && { niNumber: user.ni_number }),
    ...(user.date_of_birth !== undefined && { dateOfBirth: user.date_of_birth.slice(0, 10) }),
  };
  const person = personOf(stream('drawn', key), user.user_id, { identity });
  const job = person.jobs.findLast((one) => one.key !== 'second') ?? person.jobs.at(-1);
  return job ? payrollOfJob(person, job, { until }) : [];
}
