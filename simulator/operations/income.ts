import { authorise } from '../domain/authorisation.ts';
import { type PageRequest, pageOf } from '../domain/page.ts';
import { submissionsOf } from '../domain/payslips.ts';
import { refusals } from '../domain/refusal.ts';
import { settingsOf } from '../domain/settings.ts';
import type { UserRecord } from '../domain/user-record.ts';
import { messages } from '../expenditure/messages.ts';
import type { Handlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';
import { heldIncome } from '../retrieval/held-income.ts';
import type { Services } from '../tenant/services.ts';

/** Rules: conformance/checks/income.ts and expenditure/; in process, living-world.test.ts and expenditure/estimate.test.ts. */
export const income = {
  async getTaxauthIncome({ client, clientRecord, path, query, now, services }) {
    const { points } = services.profile;
    const request: PageRequest = {
      offset: query.offset ?? points['income.list.default-offset'],
      limit: query.limit ?? points['income.list.default-limit'],
      meaning: query.offset === undefined ? 'first-item' : points['income.list.offset-meaning'],
      firstPage: 1,
    };
    const record = await client.users.read(path.user_id, clientRecord);
    const nothing = () => ok({ pagination: pageOf([], request).pagination, income_submissions: [] });
    if (!record && points['income.list.unknown-user'] === 'empty') return nothing();
    if (!record) throw refusals.notFound('User', path.user_id);
    if (points['authorisations.reads'].includes('getTaxauthIncome'))
      authorise(record, clientRecord, points, undefined);
    const disabled = points['income.disabled'];
    if (!settingsOf(record.user, clientRecord.configuration, points).taxauthEnabled) {
      if (typeof disabled === 'number') throw refusals.incomeDisabled(disabled);
      if (disabled === 'empty') return nothing();
    }
    const found = (await heldIncome(client, record, now, points))
      .filter((one) => query.account_id === undefined || one.account_id === query.account_id.toLowerCase())
      .filter((one) => query.entry_id === undefined || one.entry_id === query.entry_id.toLowerCase());
    if (points['income.list.order'] === 'newest-first') found.reverse();
    const { pagination, page } = pageOf(found, request);
    return ok({ pagination, income_submissions: page });
  },

  async getOnsExpenditure({ client, clientRecord, path, services }) {
    const { points } = services.profile;
    const record = await client.users.read(path.user_id, clientRecord);
    if (!record) throw refusals.expenditure([messages.userNotFound(path.user_id)]);
    if (points['authorisations.reads'].includes('getOnsExpenditure'))
      authorise(record, clientRecord, points, undefined);
    const estimate = estimateOf(record, services);
    if ('errors' in estimate) throw refusals.expenditure(estimate.errors);
    return { ...ok(estimate), records: true };
  },
} satisfies Partial<Handlers>;

type Estimate = ReturnType<Services['estimate']>;

const estimates = new WeakMap<UserRecord, { services: Services; estimate: Estimate }>();

/** The estimate of a record, worked out once: a record that has changed is another record. */
function estimateOf(record: UserRecord, services: Services): Estimate {
  const known = estimates.get(record);
  if (known?.services === services) return known.estimate;
  const { points } = services.profile;
  const estimate = services.estimate({ user: record.user, periods: submissionsOf(record), points });
  estimates.set(record, { services, estimate });
  return estimate;
}
