import type { UserRecord } from '../../simulator/domain/user-record.ts';
import { around, type Defect, type Mutant, mutant, onRequest, withPort } from './mutant.ts';
import { configured, forgetting, type Sight, seeing } from './seeing.ts';

const queriesSeeing = (sight: Sight): Defect =>
  around('queryPayrollConnection', (context, handler) => handler(seeing(context, sight)));

/** Recurring checks are scheduled by what is seen of their user and client. */
export const checksSeeing = ({ user, client }: Sight): Defect =>
  withPort(
    'nextCheck',
    (next) =>
      (record, clientRecord, ...rest) =>
        next(user?.(record) ?? record, client?.(clientRecord) ?? clientRecord, ...rest),
  );

const own = (setting: string, lost?: unknown): ((record: UserRecord) => UserRecord) =>
  forgetting((name, value) => name === setting && (lost === undefined || value === lost));

/** Broken sandboxes for the clauses about settings. */
export const settingMutants: readonly Mutant[] = [
  mutant(
    'queries-although-the-client-switched-it-off',
    'settings.payroll-connections.client-disables',
    queriesSeeing({ client: configured({ payroll_connections_enabled: true }) }),
  ),
  mutant(
    'lets-the-client-overrule-a-user-who-switched-on',
    'settings.payroll-connections.user-enables',
    queriesSeeing({ user: own('payroll_connections_enabled', true) }),
  ),
  mutant(
    'lets-the-client-overrule-a-user-who-switched-off',
    'settings.payroll-connections.user-disables',
    queriesSeeing({ user: own('payroll_connections_enabled', false) }),
  ),
  mutant(
    'keeps-an-own-setting-that-was-removed',
    'settings.payroll-connections.unset-returns-to-client',
    onRequest('updateUser', ({ body }) => {
      const sent = body as { payroll_connections_enabled?: boolean | null };
      if (sent.payroll_connections_enabled === null) delete sent.payroll_connections_enabled;
    }),
  ),
  mutant(
    'takes-a-removed-setting-for-switched-on',
    'settings.payroll-connections.unset-returns-to-client',
    onRequest('updateUser', ({ body }) => {
      const sent = body as { payroll_connections_enabled?: boolean | null };
      if (sent.payroll_connections_enabled === null) sent.payroll_connections_enabled = true;
    }),
  ),
  mutant(
    'checks-no-user-while-the-client-is-off',
    'settings.recurring-checks.user-enables',
    checksSeeing({ user: own('recurring_checks_enabled', true) }),
  ),
  mutant(
    'checks-a-user-who-switched-it-off',
    'settings.recurring-checks.user-disables',
    checksSeeing({ user: own('recurring_checks_enabled', false) }),
  ),
  mutant(
    'checks-only-those-who-switched-it-on',
    'settings.recurring-checks.client-wide',
    checksSeeing({ client: configured({ recurring_checks_enabled: false }) }),
  ),
  mutant(
    'checks-as-often-as-the-client-says',
    'settings.recurring-frequency.user-decides',
    checksSeeing({ user: own('recurring_check_frequency') }),
  ),
  mutant(
    'ends-checks-when-the-client-says',
    'settings.recurring-end-date.user-decides',
    checksSeeing({ user: own('recurring_check_end_date') }),
  ),
  mutant(
    'never-ends-the-checks-of-a-user',
    'settings.recurring-end-date.user-decides',
    checksSeeing({
      user: (record) => ({
        ...record,
        user: { ...record.user, recurring_check_end_date: '2099-01-01T00:00:00.000Z' },
      }),
    }),
  ),
];
