import { authorise } from '../domain/authorisation.ts';
import { submissionsOf } from '../domain/payslips.ts';
import { refusals } from '../domain/refusal.ts';
import type { UserRecord } from '../domain/user-record.ts';
import { messages } from '../expenditure/messages.ts';
import type { Handlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';
import type { Services } from '../tenant/services.ts';

type Estimate = ReturnType<Services['estimate']>;

export const expenditure = {
  async getOnsExpenditure({ client, clientRecord, path, services }) {
    const { points } = services.profile;
    const record = await client.users.read(path.user_id, clientRecord);
    if (!record) throw refusals.expenditure([messages.userNotFound(path.user_id)]);
    if (points['authorisations.reads'].includes('getOnsExpenditure'))
      authorise(record, clientRecord, points, undefined);
    const estimate = estimateOf(record, services);
    if ('errors' in estimate) throw refusals.expenditure(estimate.errors);
    return ok({ expenditures: estimate.expenditures });
  },
} satisfies Partial<Handlers>;

const estimates = new WeakMap<UserRecord, { services: Services; estimate: Estimate }>();

/** The estimate of a record, worked out once: a record that has changed is another record. */
function estimateOf(record: UserRecord, services: Services): Estimate {
  const known = estimates.get(record);
  if (known?.services === services) return known.estimate;
  const estimate = services.estimate({
    user: record.user,
    periods: submissionsOf(record),
    options: services.expenditure,
  });
  estimates.set(record, { services, estimate });
  return estimate;
}
