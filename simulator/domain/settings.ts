import type { Points } from '../../spec/profile.ts';
import type { ClientConfiguration, User } from '../../spec/types.ts';

/** The settings that hold for a user: the user's own, else the client's, else what an unset one means. */
export function settingsOf(user: User, client: ClientConfiguration, points: Points) {
  type Field = keyof User & keyof ClientConfiguration;
  const inForce = <F extends Field, Standard>(field: F, standard: Standard) =>
    user[field] ?? client[field] ?? standard;
  return {
    payrollPeriodMonths: inForce('payroll_period_months', points['settings.payroll-period-months.default']),
    recurringChecksEnabled: inForce('recurring_checks_enabled', points['settings.recurring-checks.default']),
    recurringCheckFrequency: inForce(
      'recurring_check_frequency',
      points['settings.recurring-frequency.default'],
    ),
    recurringCheckEndDate: inForce('recurring_check_end_date', undefined),
    taxauthEnabled: inForce('taxauth_enabled', points['settings.income-enabled.default']),
    payslipUploadEnabled: inForce('payslip_upload_enabled', points['settings.payslip-upload.default']),
    payrollConnectionsEnabled: inForce(
      'payroll_connections_enabled',
      points['settings.payroll-connections.default'],
    ),
  };
}
