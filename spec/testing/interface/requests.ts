// What the interface document says of request bodies and query parameters. Written from the document alone.
import type { Json } from '../../render.ts';
import {
  address,
  bool,
  email,
  eventKinds,
  type FieldKind,
  integer,
  oneOf,
  orNull,
  type Shape,
  text,
  texts,
  uuid,
} from './kinds.ts';

const givenInstant: FieldKind = {
  kind: 'an instant',
  good: ['2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00Z'],
  bad: ['someday', 7],
};
const frequency = oneOf('WEEKLY', 'MONTHLY', 'HOURLY');
const bytes = (length: number): string => Buffer.alloc(length, 7).toString('base64');
const key: FieldKind = {
  kind: 'Base64 of exactly 32 bytes',
  good: [bytes(32)],
  bad: [bytes(31), bytes(33), bytes(16), 'x'.repeat(32), '', 7],
};

export type StatedBody = {
  call: string;
  body: Shape;
  /** Fields said to be required, and fields said to be optional; of the others the document does not speak. */
  required?: readonly string[];
  optional?: readonly string[];
};

const nullable = (fields: Record<string, FieldKind>): Shape =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, orNull(one)]));

const writableUser = {
  forename: text,
  surname: text,
  date_of_birth: givenInstant,
  post_codes: texts,
  payroll_period_months: integer,
  ni_number: text,
  ext_id: text,
  recurring_checks_enabled: bool,
  recurring_check_frequency: frequency,
  recurring_check_end_date: givenInstant,
  taxauth_enabled: bool,
  payslip_upload_enabled: bool,
  payroll_connections_enabled: bool,
};
const configuration = {
  payslip_upload_enabled: bool,
  payroll_period_months: integer,
  client_logo: text,
  client_callback_url: text,
  recurring_checks_enabled: bool,
  recurring_check_frequency: frequency,
  recurring_check_end_date: givenInstant,
  payroll_connections_enabled: bool,
  client_display_name: text,
};

export const bodies: readonly StatedBody[] = [
  {
    call: 'POST /members/signin',
    body: { username: text, password: text },
    required: ['username', 'password'],
  },
  { call: 'PATCH /users/{user_id}', body: nullable(writableUser), optional: Object.keys(writableUser) },
  { call: 'PATCH /configuration', body: configuration, optional: Object.keys(configuration) },
  { call: 'POST /payroll/entries/connections', body: { account_id: uuid } },
  { call: 'POST /accounts/direct-connections', body: { user_id: uuid } },
  { call: 'PUT /accounts/{account_id}/mfa', body: { mfa: text } },
  {
    call: 'PUT /documents/bank-statements/presign',
    body: { files: [{ file_name: text, external_id: text }] },
  },
  { call: 'POST /members', body: { email, role: text } },
  {
    call: 'POST /webhooks',
    body: {
      name: text,
      events: eventKinds,
      url: address,
      signing_secret: text,
      encryption_key: key,
      config: { include_payload: bool },
    },
    optional: ['signing_secret', 'encryption_key'],
  },
];

export type StatedQuery = { call: string; name: string; takes: readonly Json[]; refuses: readonly Json[] };

const offset = (call: string, minimum: number): StatedQuery => ({
  call,
  name: 'offset',
  takes: [minimum, minimum + 1, 1_000_000],
  refuses: [minimum - 1, -1, 1.5, 'first'],
});
const limit = (call: string, maximum: number): StatedQuery => ({
  call,
  name: 'limit',
  takes: [1, maximum],
  refuses: [0, maximum + 1, 2.5, 'all'],
});
const filter = (call: string, name: string): StatedQuery => ({
  call,
  name,
  takes: ['2b0a7c1e-93d4-4f68-8a51-0c6e9d3b7f24'],
  refuses: ['mine'],
});

export const queries: readonly StatedQuery[] = [
  offset('GET /users', 1),
  limit('GET /users', 100),
  offset('GET /bankstatements/{user_id}', 0),
  limit('GET /bankstatements/{user_id}', 1000),
  offset('GET /taxauth/{user_id}', 1),
  limit('GET /taxauth/{user_id}', 100),
  filter('GET /taxauth/{user_id}', 'account_id'),
  filter('GET /taxauth/{user_id}', 'entry_id'),
];
