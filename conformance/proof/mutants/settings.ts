import { Refusal } from '../../../simulator/domain/refusal.ts';
import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import { around, changeClient, type Defect, type Mutant, mutantsOf, onRequest } from './mutant.ts';
import {
  checksReading,
  configured,
  handlersReading,
  overrideReads,
  withTerms,
  withUser,
} from './override-reads.ts';

const lookingBackBy = (more: number): readonly Defect[] =>
  handlersReading(['linkAccount', 'queryPayrollConnection'], {
    client: (record) =>
      configured({ payroll_period_months: (record.configuration.payroll_period_months ?? 0) + more })(record),
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

const overridingMutants = mutantsOf('settings.', {
  'lookback.client-limits: looks-back-a-month-too-far': lookingBackBy(1),
  'lookback.client-limits: looks-back-two-months-too-few': lookingBackBy(-2),
  'payslip-upload.fallback: takes-payslips-beside-an-account-alone': around(
    'createEntry',
    async (context, handler) => {
      const record = await context.client.users.read(context.path.user_id);
      if (record && Object.keys(record.accounts).length === 0)
        throw new Refusal(409, 'Link an account first');
      return handler(context);
    },
  ),
  'recurring-checks.follow-changes: goes-by-the-switch-of-the-day-an-account-was-linked': checksReading({
    user: switchAtLinking(),
  }),
  'recurring-checks.recurring-consent: checks-those-who-consented-once': around(
    'acceptTerm',
    (context, handler) =>
      handler(overrideReads(context, { client: withTerms({ authorisation_category: 'recurring' }) })),
  ),
  'recurring-checks.every-account: checks-one-account-a-user': around(
    'linkAccount',
    async (context, handler) => {
      const record = await context.client.users.read(context.path.user_id);
      // The provider of a second account has nothing for the checks to find.
      const isFirst = Object.keys(record?.accounts ?? {}).length === 0;
      return handler(isFirst ? context : { ...context, body: { ...context.body, payroll: [] } });
    },
  ),
  'recurring-checks.own-client: checks-by-the-switch-of-any-client': around(
    'updateConfiguration',
    async (context, handler) => {
      for (const client of context.services.clients) await handler({ ...context, client });
      return handler(context);
    },
  ),
});

const configurationMutants = mutantsOf('configuration.', {
  'patch.keeps-omitted: replaces-the-whole-configuration': around(
    'updateConfiguration',
    async (context, handler) => {
      await changeClient(context.client, () => ({ configuration: {} }));
      return handler(context);
    },
  ),
  'patch.persists: keeps-nothing-of-an-update': around('updateConfiguration', async (context, handler) => {
    const { configuration } = await context.client.state.read();
    const answer = await handler(context);
    await changeClient(context.client, () => ({ configuration }));
    return answer;
  }),
  'patch.ill-typed: takes-anything-for-a-switch': onRequest('updateConfiguration', ({ sent }) => {
    for (const [name, value] of Object.entries(sent))
      if (name.endsWith('_enabled') && value !== null) sent[name] = Boolean(value);
  }),
  'frequency.no-hourly-in-production: takes-hourly-checks-in-production': around(
    'updateConfiguration',
    (context, handler) => handler({ ...context, services: { ...context.services, environment: 'sandbox' } }),
  ),
});

export const settingMutants: readonly Mutant[] = [...overridingMutants, ...configurationMutants];
