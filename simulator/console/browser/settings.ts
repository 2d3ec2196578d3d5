/** A setting that a user may override. */
export type Setting = { field: string; name: string; kind: 'switch' | 'frequency' | 'months' | 'day' };

/** The settings of users, by the deployment's word for the tax authority. */
export const settingsOf = (authority: string): Setting[] => [
  { field: 'payroll_connections_enabled', name: 'Payroll connections', kind: 'switch' },
  { field: 'payslip_upload_enabled', name: 'Payslip upload', kind: 'switch' },
  { field: `${authority}_enabled`, name: 'Tax-authority data', kind: 'switch' },
  { field: 'recurring_checks_enabled', name: 'Recurring checks', kind: 'switch' },
  { field: 'recurring_check_frequency', name: 'Check frequency', kind: 'frequency' },
  { field: 'recurring_check_end_date', name: 'Checks end on', kind: 'day' },
  { field: 'payroll_period_months', name: 'Lookback in months', kind: 'months' },
];

export const shownValue = (value: unknown): string => {
  if (value === null || value === undefined) return 'not set';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return /^\d{4}-\d\d-\d\dT/.test(String(value)) ? String(value).slice(0, 10) : String(value);
};
