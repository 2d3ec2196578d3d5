import { authorise } from '../domain/authorisation.ts';
import { submissionsOf } from '../domain/payslips.ts';
import { refusals } from '../domain/refusal.ts';
import { messages } from '../expenditure/messages.ts';
import { type Handlers, ok } from '../http/context.ts';

export const expenditure = {
  async getOnsExpenditure({ client, path, services }) {
    const { points } = services.profile;
    const record = await client.users.read(path.user_id);
    if (!record) throw refusals.expenditure([messages.userNotFound(path.user_id)]);
    if (points['authorisations.reads'].includes('getOnsExpenditure')) {
      authorise(record, await client.state.read(), points, undefined);
    }
    const estimate = services.estimate({ user: record.user, periods: submissionsOf(record), options: services.expenditure });
    if ('errors' in estimate) throw refusals.expenditure(estimate.errors);
    return ok({ expenditures: estimate.expenditures });
  },
} satisfies Partial<Handlers>;
