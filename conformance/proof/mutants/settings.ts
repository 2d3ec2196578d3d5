import type { ClientRecord } from '../../../simulator/domain/client-record.ts';
import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import type { UserUpdate } from '../../../spec/types.ts';
import {
  around,
  aroundArrangement,
  type Defect,
  type Mutant,
  mutant,
  onRequest,
  withPort,
} from './mutant.ts';
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

/** Links and queries accounts with these settings in force. */
const accountsReading = (overrides: ReadOverrides): readonly Defect[] => [
  aroundArrangement('linkAccount', (context, handler) => handler(overrideReads(context, overrides))),
  queriesReading(overrides),
];

const uploadsReading = (overrides: ReadOverrides): Defect =>
  aroundArrangement('createEntry', (context, handler) => handler(overrideReads(context, overrides)));

/** A setting that null should remove is kept. */
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

/** Broken sandboxes for the clauses about settings. */
export const settingMutants: readonly Mutant[] = [
  mutant(
    'queries-although-the-client-switched-it-off',
    'settings.payroll-connections.client-disables',
    queriesReading({ client: configured({ payroll_connections_enabled: true }) }),
  ),
  mutant(
    'lets-the-client-overrule-a-user-who-switched-on',
    'settings.payroll-connections.user-enables',
    queriesReading({ user: own('payroll_connections_enabled', true) }),
  ),
  mutant(
    'lets-the-client-overrule-a-user-who-switched-off',
    'settings.payroll-connections.user-disables',
    queriesReading({ user: own('payroll_connections_enabled', false) }),
  ),
  mutant(
    'keeps-an-own-setting-that-was-removed',
    'settings.payroll-connections.unset-returns-to-client',
    keepsUnset('payroll_connections_enabled'),
  ),
  mutant(
    'checks-no-user-while-the-client-is-off',
    'settings.recurring-checks.user-enables',
    checksReading({ user: own('recurring_checks_enabled', true) }),
  ),
  mutant(
    'checks-a-user-who-switched-it-off',
    'settings.recurring-checks.user-disables',
    checksReading({ user: own('recurring_checks_enabled', false) }),
  ),
  mutant(
    'checks-only-those-who-switched-it-on',
    'settings.recurring-checks.client-wide',
    checksReading({ client: configured({ recurring_checks_enabled: false }) }),
  ),
  mutant(
    'checks-as-often-as-the-client-says',
    'settings.recurring-frequency.user-decides',
    checksReading({ user: own('recurring_check_frequency') }),
  ),
  mutant(
    'never-ends-the-checks-of-a-user',
    'settings.recurring-end-date.user-decides',
    checksReading({ user: withUser({ recurring_check_end_date: '2099-01-01T00:00:00.000Z' }) }),
  ),
  mutant(
    'looks-back-a-month-too-far',
    'settings.lookback.client-limits',
    ...accountsReading({ client: lookingBackBy((months) => months + 1) }),
  ),
  mutant(
    'looks-back-two-months-too-few',
    'settings.lookback.client-limits',
    ...accountsReading({ client: lookingBackBy((months) => months - 2) }),
  ),
  mutant(
    'looks-back-as-far-as-the-client-says',
    'settings.lookback.user-decides',
    ...accountsReading({ user: own('payroll_period_months') }),
  ),
  mutant(
    'keeps-a-lookback-that-was-removed',
    'settings.lookback.unset-returns-to-client',
    keepsUnset('payroll_period_months'),
  ),
  mutant(
    'takes-payslips-although-the-client-switched-it-off',
    'settings.payslip-upload.client-disables',
    uploadsReading({ client: configured({ payslip_upload_enabled: true }) }),
  ),
  mutant(
    'keeps-a-payslip-switch-that-was-removed',
    'settings.payslip-upload.user-decides',
    keepsUnset('payslip_upload_enabled'),
  ),
  mutant(
    'shows-income-again-once-it-was-shown',
    'settings.income.user-decides',
    onRequest('updateUser', ({ sent }) => {
      if (sent['taxauth_enabled'] === false) delete sent['taxauth_enabled'];
    }),
  ),
  mutant(
    'ends-at-once-where-no-end-was-set',
    'settings.recurring-frequency.own-pace',
    checksReading({
      user: (record) =>
        record.user.recurring_check_end_date == null
          ? withUser({ recurring_check_end_date: '2001-01-01T00:00:00.000Z' })(record)
          : record,
    }),
  ),
  mutant(
    'keeps-the-pace-that-was-removed',
    'settings.recurring-checks.follow-changes',
    keepsUnset('recurring_check_frequency'),
  ),
  mutant(
    'goes-on-once-checks-are-switched-off',
    'settings.recurring-checks.follow-changes',
    onRequest('updateUser', ({ sent }) => {
      if (sent['recurring_checks_enabled'] === false) delete sent['recurring_checks_enabled'];
    }),
  ),
  mutant(
    'checks-those-who-consented-once',
    'settings.recurring-checks.recurring-consent',
    aroundArrangement('acceptTerm', (context, handler) =>
      handler(
        overrideReads(context, {
          client: withTerms({ authorisation_category: 'recurring' }),
        }),
      ),
    ),
  ),
  mutant(
    'checks-one-account-a-user',
    'settings.recurring-checks.every-account',
    aroundArrangement('moveClock', async (context, handler) => {
      const answer = await handler(context);
      const first = new Map<unknown, unknown>();
      const effects = (answer.body?.effects ?? []) as readonly { user_id?: string; account_id?: string }[];
      for (const { user_id, account_id } of effects) if (!first.has(user_id)) first.set(user_id, account_id);
      const kept = effects.filter(({ user_id, account_id }) => first.get(user_id) === account_id);
      return { ...answer, body: { ...answer.body, effects: kept } as typeof answer.body };
    }),
  ),
  mutant(
    'checks-by-the-switch-of-any-client',
    'settings.recurring-checks.own-client',
    around('updateConfiguration', async (context, handler) => {
      for (const client of context.services.clients) await handler({ ...context, client });
      return handler(context);
    }),
  ),
  mutant(
    'checks-weekly-by-the-hour',
    'settings.recurring-frequency.own-pace',
    checksReading({ user: withUser({ recurring_check_frequency: 'HOURLY' }) }),
  ),
  mutant(
    'checks-hourly-by-the-week',
    'settings.recurring-frequency.hourly-is-hourly',
    checksReading({ user: withUser({ recurring_check_frequency: 'WEEKLY' }) }),
  ),
  mutant(
    'never-ends-the-checks-of-a-client',
    'settings.recurring-end-date.client-ends',
    checksReading({ client: configured({ recurring_check_end_date: '2099-01-01T00:00:00.000Z' }) }),
  ),
];
