// Made by `npm run generate` from the files in spec/. Never edited by hand.
export const valuesOf = {
  MfaStatus: ["sms","email","disabled"],
  MemberStatus: ["unconfirmed","confirmed","archived","compromised","unknown","reset_required","force_change_password","external_provider"],
  RecurringCheckFrequency: ["HOURLY","WEEKLY","MONTHLY"],
  EventKind: ["user-payroll-submitted","user-bank-statement-submitted","user-taxauth-data-submitted"],
} as const;

export type FieldKind = 'text' | 'instant' | 'texts' | 'integer' | 'flag';

export const updateFields = {
  UserUpdate: {
    forename: 'text',
    surname: 'text',
    date_of_birth: 'instant',
    post_codes: 'texts',
    payroll_period_months: 'integer',
    ni_number: 'text',
    ext_id: 'text',
    recurring_checks_enabled: 'flag',
    recurring_check_frequency: 'text',
    recurring_check_end_date: 'instant',
    taxauth_enabled: 'flag',
    payslip_upload_enabled: 'flag',
    payroll_connections_enabled: 'flag',
  },
  ClientConfigurationUpdate: {
    payslip_upload_enabled: 'flag',
    payroll_period_months: 'integer',
    client_logo: 'text',
    client_callback_url: 'text',
    recurring_checks_enabled: 'flag',
    recurring_check_frequency: 'text',
    recurring_check_end_date: 'instant',
    payroll_connections_enabled: 'flag',
    client_display_name: 'text',
    taxauth_enabled: 'flag',
  },
} as const satisfies Record<string, Record<string, FieldKind>>;
