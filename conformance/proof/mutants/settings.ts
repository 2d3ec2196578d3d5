import { Refusal } from '../../../simulator/domain/refusal.ts';
import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import type { HandlerContext } from '../../../simulator/http/context.ts';
import { configuresEveryClient } from './isolation.ts';
import { around, before, changeClient, type Defect, mutantsOf, onRequest } from './mutant.ts';
import { checksReading, handlersReading, overrideReads, withTerms, withUser } from './override-reads.ts';

const lookingBack = (by: (months: number) => number): readonly Defect[] =>
  handlersReading(['linkAccount', 'queryPayrollConnection'], {
    client: ({ configuration, ...record }) => {
      const payroll_period_months = by(configuration.payroll_period_months ?? 0);
      return { ...record, configuration: { ...configuration, payroll_period_months } };
    },
  });

/** Users look as they did when their latest account was linked: what switches their checks on or off later is lost. */
function switchAtLinking(): (record: UserRecord) => UserRecord {
  const switches = new Map<string, UserRecord['user']['recurring_checks_enabled']>();
  return (record) => {
    const key = [record.user.user_id, ...Object.keys(record.accounts)].join(' ');
    if (!switches.has(key)) switches.set(key, record.user.recurring_checks_enabled);
    return withUser({ recurring_checks_enabled: switches.get(key) })(record);
  };
}

const link = 'linkAccount';
const update = 'updateConfiguration';

const hasAccounts = async ({ client, path }: HandlerContext<'createEntry' | 'linkAccount'>) =>
  Object.keys((await client.users.read(path.user_id))?.accounts ?? {}).length > 0;

export const settingMutants = mutantsOf('', {
  'settings.lookback.client-limits: looks-back-a-month-too-far': lookingBack((months) => months + 1),
  'settings.lookback.client-limits: looks-back-two-months-too-few': lookingBack((months) => months - 2),
  'settings.lookback.client-limits: looks-back-two-years-at-most': lookingBack((months) =>
    Math.min(months, 24),
  ),
  'settings.payslip-upload.fallback: takes-payslips-beside-an-account-alone': before(
    'createEntry',
    async (context) => {
      if (await hasAccounts(context)) return context;
      throw new Refusal(409, 'Link an account first');
    },
  ),
  'settings.recurring-checks.follow-changes: goes-by-the-switch-of-the-day-an-account-was-linked':
    checksReading({ user: switchAtLinking() }),
  'settings.recurring-checks.recurring-consent: checks-those-who-consented-once': before(
    'acceptTerm',
    (context) => overrideReads(context, { client: withTerms({ authorisation_category: 'recurring' }) }),
  ),
  // The provider of a second account has nothing for the checks to find.
  'settings.recurring-checks.every-account: checks-one-account-a-user': before(link, async (context) =>
    (await hasAccounts(context)) ? { ...context, body: { ...context.body, payroll: [] } } : context,
  ),
  'settings.recurring-checks.own-client: checks-by-the-switch-of-any-client': configuresEveryClient,
  'configuration.patch.keeps-omitted: replaces-the-whole-configuration': before(update, async (context) => {
    await changeClient(context.client, () => ({ configuration: {} }));
    return context;
  }),
  'configuration.patch.persists: keeps-nothing-of-an-update': around(update, async (context, handler) => {
    const { configuration } = await context.client.state.read();
    const answer = await handler(context);
    await changeClient(context.client, () => ({ configuration }));
    return answer;
  }),
  'configuration.patch.ill-typed: takes-anything-for-a-switch': onRequest(update, ({ sent }) => {
    for (const [name, value] of Object.entries(sent))
      if (name.endsWith('_enabled') && value !== null) sent[name] = Boolean(value);
  }),
  'configuration.frequency.no-hourly-in-production: takes-hourly-checks-in-production': before(
    update,
    (context) => ({ ...context, services: { ...context.services, environment: 'sandbox' } }),
  ),
});
