/** How a provider asks for its second factor; null where it asks for none. */
export type MfaKind = 'code' | 'date' | 'password-characters';

export type LoginParameter = {
  key: string;
  display_name: string;
  validation: {
    required: boolean;
    type: 'text' | 'date' | 'number';
    date_format?: string;
    min_length?: number;
    max_length?: number;
  };
};

/** A provider as the service lists it. */
export type Provider = {
  id: string;
  name: string;
  url: string;
  logo_url: string;
  is_oauth2: boolean;
  is_scraper: boolean;
  reset_url: string;
  parent: string | null;
  max_login_attempts: number;
  extra_login_params: LoginParameter[];
};

/** A provider as the sandbox knows it: what is listed, and how it behaves. */
export type KnownProvider = { listed: Provider; mfa: MfaKind | null };

const text = (key: string, display_name: string, min_length: number, max_length: number): LoginParameter => ({
  key,
  display_name,
  validation: { required: true, type: 'text', min_length, max_length },
});

/** The login parameters that providers ask for besides user name and password. */
export const loginParameters = {
  companyCode: text('company_code', 'Company code', 4, 8),
  employeeNumber: {
    key: 'employee_number',
    display_name: 'Employee number',
    validation: { required: true, type: 'number', min_length: 5, max_length: 9 },
  },
  dateOfBirth: {
    key: 'date_of_birth',
    display_name: 'Date of birth',
    validation: { required: true, type: 'date', date_format: 'DD/MM/YYYY' },
  },
  startDate: {
    key: 'start_date',
    display_name: 'Date you started',
    validation: { required: false, type: 'date', date_format: 'YYYY-MM-DD' },
  },
  surname: text('surname', 'Surname', 1, 60),
  memorableWord: text('memorable_word', 'Memorable word', 6, 30),
  site: {
    key: 'site',
    display_name: 'Site or depot',
    validation: { required: false, type: 'text', max_length: 40 },
  },
} as const satisfies Record<string, LoginParameter>;
