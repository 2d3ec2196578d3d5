import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import { around, type Defect, type Mutant, mutant, onRequest, withPort } from './mutant.ts';
import { configured, forgetting, overrideReads, type ReadOverrides } from './override-reads.ts';

const queriesReading = (overrides: ReadOverrides): Defect =>
  around('queryPayrollConnection', (context, handler) => handler(overrideReads(context, overrides)));

/** Recurring checks are scheduled by what is seen of their user and client. */
export const checksReading = ({ user, client }: ReadOverrides): Defect =>
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
    onRequest('updateUser', ({ sent }) => {
      if (sent['payroll_connections_enabled'] === null) delete sent['payroll_connections_enabled'];
    }),
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
    checksReading({
      user: (record) =>
        withParts(record, {
          user: { ...record.user, recurring_check_end_date: '2099-01-01T00:00:00.000Z' },
        }),
    }),
  ),
];
