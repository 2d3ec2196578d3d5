import type { ClientRecord } from '../../../simulator/domain/client-record.ts';
import { Refusal } from '../../../simulator/domain/refusal.ts';
import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import type { UserUpdate } from '../../../spec/types.ts';
import { around, type Defect, mutantsOf, onRequest, withPort } from './mutant.ts';
import { configured, forgetting, overrideReads, type ReadOverrides, withTerms } from './override-reads.ts';

const queriesReading = (overrides: ReadOverrides): Defect =>
  around('queryPayrollConnection', (context, handler) => handler(overrideReads(context, overrides)));

/** Recurring checks are scheduled by what is seen of their user and client. */
const checksReading = ({ user, client }: ReadOverrides): Defect =>
  withPort(
    'nextCheck',
    (next) =>
      (record, clientRecord, ...rest) =>
        next(user?.(record) ?? record, client?.(clientRecord) ?? clientRecord, ...rest),
  );

const own = (setting: string, lost?: unknown): ((record: UserRecord) => UserRecord) =>
  forgetting((name, value) => name === setting && (lost === undefined || value === lost));

const accountsReading = (overrides: ReadOverrides): readonly Defect[] => [
  around('linkAccount', (context, handler) => handler(overrideReads(context, overrides))),
  queriesReading(overrides),
];

const uploadsReading = (overrides: ReadOverrides): Defect =>
  around('createEntry', (context, handler) => handler(overrideReads(context, overrides)));

const keepsUnset = (field: keyof UserUpdate): Defect =>
  onRequest('updateUser', ({ sent }) => {
    if (sent[field] === null) delete sent[field];
  });

const lookingBackBy =
  (change: (months: number) => number) =>
  (record: ClientRecord): ClientRecord =>
    configured({ payroll_period_months: change(record.configuration.payroll_period_months ?? 0) })(record);

const withUser =
  (settings: Partial<UserRecord['user']>) =>
  (record: UserRecord): UserRecord =>
    withParts(record, { user: { ...record.user, ...settings } });

export const settingMutants = mutantsOf('settings.', {
  'payroll-connections.client-disables: queries-although-the-client-switched-it-off': queriesReading({
    client: configured({ payroll_connections_enabled: true }),
  }),
  'payroll-connections.user-enables: lets-the-client-overrule-a-user-who-switched-on': queriesReading({
    user: own('payroll_connections_enabled', true),
  }),
  'payroll-connections.user-disables: lets-the-client-overrule-a-user-who-switched-off': queriesReading({
    user: own('payroll_connections_enabled', false),
  }),
  'payroll-connections.unset-returns-to-client: keeps-an-own-setting-that-was-removed': keepsUnset(
    'payroll_connections_enabled',
  ),
  'recurring-checks.user-enables: checks-no-user-while-the-client-is-off': checksReading({
    user: own('recurring_checks_enabled', true),
  }),
  'recurring-checks.user-disables: checks-a-user-who-switched-it-off': checksReading({
    user: own('recurring_checks_enabled', false),
  }),
  'recurring-checks.client-wide: checks-only-those-who-switched-it-on': checksReading({
    client: configured({ recurring_checks_enabled: false }),
  }),
  'recurring-frequency.user-decides: checks-as-often-as-the-client-says': checksReading({
    user: own('recurring_check_frequency'),
  }),
  'recurring-end-date.user-decides: never-ends-the-checks-of-a-user': checksReading({
    user: withUser({ recurring_check_end_date: '2099-01-01T00:00:00.000Z' }),
  }),
  'lookback.client-limits: looks-back-a-month-too-far': accountsReading({
    client: lookingBackBy((months) => months + 1),
  }),
  'lookback.client-limits: looks-back-two-months-too-few': accountsReading({
    client: lookingBackBy((months) => months - 2),
  }),
  'lookback.user-decides: looks-back-as-far-as-the-client-says': accountsReading({
    user: own('payroll_period_months'),
  }),
  'lookback.unset-returns-to-client: keeps-a-lookback-that-was-removed': keepsUnset('payroll_period_months'),
  'payslip-upload.client-disables: takes-payslips-although-the-client-switched-it-off': uploadsReading({
    client: configured({ payslip_upload_enabled: true }),
  }),
  'payslip-upload.user-decides: keeps-a-payslip-switch-that-was-removed':
    keepsUnset('payslip_upload_enabled'),
  'lookback.later-change: searches-existing-accounts-by-the-period-of-today': {
    profile: { points: { 'settings.payroll-period-months.later-change': 'current' } },
  },
  'payslip-upload.fallback: takes-payslips-beside-an-account-alone': around(
    'createEntry',
    async (context, handler) => {
      const record = await context.client.users.read(context.path.user_id);
      if (record && Object.keys(record.accounts).length === 0)
        throw new Refusal(409, 'Link an account first');
      return handler(context);
    },
  ),
  'income.user-decides: never-switches-income-on-again': onRequest('updateUser', ({ sent }) => {
    if (sent['taxauth_enabled'] === true) delete sent['taxauth_enabled'];
  }),
  'recurring-frequency.own-pace: ends-at-once-where-no-end-was-set': checksReading({
    user: (record) =>
      record.user.recurring_check_end_date == null
        ? withUser({ recurring_check_end_date: '2001-01-01T00:00:00.000Z' })(record)
        : record,
  }),
  'recurring-checks.follow-changes: keeps-the-pace-that-was-removed': keepsUnset('recurring_check_frequency'),
  'recurring-checks.follow-changes: goes-on-once-checks-are-switched-off': onRequest(
    'updateUser',
    ({ sent }) => {
      if (sent['recurring_checks_enabled'] === false) delete sent['recurring_checks_enabled'];
    },
  ),
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
  'recurring-frequency.own-pace: checks-weekly-by-the-hour': checksReading({
    user: withUser({ recurring_check_frequency: 'HOURLY' }),
  }),
  'recurring-frequency.hourly-is-hourly: checks-hourly-by-the-week': checksReading({
    user: withUser({ recurring_check_frequency: 'WEEKLY' }),
  }),
  'recurring-end-date.client-ends: never-ends-the-checks-of-a-client': checksReading({
    client: configured({ recurring_check_end_date: '2099-01-01T00:00:00.000Z' }),
  }),
});
