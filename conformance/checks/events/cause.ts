import type { EventKind } from '../../../spec/types.ts';
import type { Context } from '../../check.ts';

/** The two kinds whose trigger is stated. */
export const statedKinds = [
  'user-payroll-submitted',
  'user-bank-statement-submitted',
] as const satisfies readonly EventKind[];

/** Makes an event of a kind happen to a user. */
export async function cause(
  { arrange }: Pick<Context, 'arrange'>,
  kind: EventKind,
  user_id: string,
): Promise<void> {
  if (kind === 'user-payroll-submitted') await arrange.createEntry(user_id, [{}], null);
  else if (kind === 'user-bank-statement-submitted') await arrange.createBankStatement(user_id);
  else await arrange.createIncome(user_id);
}
