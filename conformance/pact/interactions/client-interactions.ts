import { examples } from '../examples.ts';
import { given } from '../states/index.ts';
import { type HttpInteraction, interaction, withRefusals } from './interaction.ts';

const apiKey = given('the client has an API key');
const { username, password, new_email, term_id } = examples;

const settings = {
  payslip_upload_enabled: true,
  payroll_period_months: 12,
  client_logo: 'https://lender.example/logo.svg',
  client_callback_url: 'https://lender.example/done',
  recurring_checks_enabled: false,
  recurring_check_frequency: 'MONTHLY',
  recurring_check_end_date: '2032-12-31T00:00:00.000Z',
  payroll_connections_enabled: true,
  client_display_name: 'Example Lender',
} as const;

/** Members, configuration, terms and the provider catalogue. */
export const clientInteractions: readonly HttpInteraction[] = [
  interaction('signInMember', 'sign in a member', {
    given: [given('a team member can sign in')],
    body: { username, password },
    answer: {
      jwt: 'header.claims.signature',
      member: { id: 'member-1', email: username, mfa_status: 'disabled' },
    },
  }),
  interaction('signInMember', 'sign in a member without a password', {
    given: [given('a team member can sign in')],
    unlawful: { username },
    status: 400,
  }),
  ...withRefusals('inviteMember', 'invite a member', {
    given: [apiKey, given('somebody is not a team member')],
    body: { email: new_email, role: 'viewer' },
    answer: {
      email: new_email,
      role: 'viewer',
      status: 'unconfirmed',
      mfa_status: 'disabled',
      name: 'new.colleague',
    },
    invalid: ['an address that is no text', { email: 42, role: 'viewer' }],
  }),
  ...withRefusals('getAuthorisationTerm', 'read an authorisation term', {
    given: [
      apiKey,
      given('an authorisation term exists', {
        name: 'Payroll data, one time',
        authorisation_text: 'I agree that my payroll data is retrieved once.',
        authorisation_category: 'one_time',
        is_active: true,
      }),
    ],
    path: { term_id },
    answer: {
      id: term_id,
      is_active: true,
      is_system_term: false,
      authorisation_version: 2,
      created_at: '2026-01-15T09:00:00.000Z',
      name: 'Payroll data, one time',
      authorisation_text: 'I agree that my payroll data is retrieved once.',
      authorisation_category: 'one_time',
    },
    unknown: true,
  }),
  ...withRefusals('getConfiguration', 'read the configuration', {
    given: [apiKey, given('the client is configured', settings)],
    answer: settings,
  }),
  ...withRefusals('updateConfiguration', 'change the configuration', {
    given: [apiKey, given('the client is configured', settings)],
    body: { payroll_period_months: 6, recurring_check_frequency: 'WEEKLY' },
    answer: { ...settings, payroll_period_months: 6, recurring_check_frequency: 'WEEKLY' },
    invalid: ['a flag that is no flag', { payslip_upload_enabled: 'perhaps' }],
  }),
  ...withRefusals('listProviders', 'list the providers', {
    given: [apiKey],
    answer: {
      providers: [{ id: 'paylantern', max_login_attempts: 3 }],
      parent_provider_meta: [{ id: 'lantern-group' }],
      employers: [{ id: 'orchard-foods' }],
    },
  }),
];
