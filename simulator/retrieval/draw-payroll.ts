import { resourceId } from '../../generators/ids.ts';
import type { PayrollWindow } from '../../generators/people/payroll.ts';
import type { PayrollSubmission } from '../../spec/types.ts';
import type { UserRecord } from '../domain/user-record.ts';
import type { SeededWorld } from '../state/seeded-world.ts';

/** Payslips of the user's own job, under ids of the account's own (of the user's, for a direct connection). */
export async function drawPayroll(
  world: SeededWorld,
  record: UserRecord,
  holder: string,
  window: PayrollWindow,
): Promise<PayrollSubmission[]> {
  const [{ personOfUser }, { payrollOfJob }, { mainJob }] = await Promise.all([
    import('./person-of-user.ts'),
    import('../../generators/people/payroll.ts'),
    import('../../generators/people/drawn-person.ts'),
  ]);
  const person = personOfUser(world, record);
  const job = mainJob(person, window.until);
  const found = job ? payrollOfJob(person, job, window) : [];
  return found.map((one) => ({ ...one, id: drawnId(one, holder) }));
}

/** The id of a payslip as the submission of an account, or of a user's direct connection. */
export const drawnId = ({ id }: PayrollSubmission, holder: string): string =>
  resourceId(holder, 'payslip', id);
