import type { Points } from '../../spec/profile.ts';
import type { ClientConfiguration, RecurringCheckFrequency, User } from '../../spec/types.ts';

/** The settings that hold for a user: the user's own, else the client's, else what an unset one means. */
export type Settings = {
  payrollPeriodMonths: number;
  recurringChecksEnabled: boolean;
  recurringCheckFrequency: RecurringCheckFrequency;
  recurringCheckEndDate: string | undefined;
  taxauthEnabled: boolean;
  payslipUploadEnabled: boolean;
  payrollConnectionsEnabled: boolean;
};

export const settingsOf = (user: User, client: ClientConfiguration, points: Points): Settings => ({
  payrollPeriodMonths:
    user.payroll_period_months ??
    client.payroll_period_months ??
    points['settings.payroll-period-months.default'],
  recurringChecksEnabled:
    user.recurring_checks_enabled ??
    client.recurring_checks_enabled ??
    points['settings.recurring-checks.default'],
  recurringCheckFrequency:
    user.recurring_check_frequency ??
    client.recurring_check_frequency ??
    points['settings.recurring-frequency.default'],
  recurringCheckEndDate: user.recurring_check_end_date ?? client.recurring_check_end_date,
  taxauthEnabled: user.taxauth_enabled ?? client.taxauth_enabled ?? points['settings.income-enabled.default'],
  payslipUploadEnabled:
    user.payslip_upload_enabled ?? client.payslip_upload_enabled ?? points['settings.payslip-upload.default'],
  payrollConnectionsEnabled:
    user.payroll_connections_enabled ??
    client.payroll_connections_enabled ??
    points['settings.payroll-connections.default'],
});
