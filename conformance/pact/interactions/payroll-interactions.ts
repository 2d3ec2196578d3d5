import { examples } from '../examples.ts';
import { payslip, person } from '../specimens.ts';
import { given } from '../states/index.ts';
import { type HttpInteraction, interaction, withRefusals } from './interaction.ts';

const apiKey = given('the client has an API key');
const { user_id, account_id, entry_id, authorisation_id } = examples;
const submission = {
  id: '5f0c2a9e-8f43-4b77-a2d0-9c3e5f1b8d64',
  created_at: '2026-03-02T10:21:00.000Z',
  ...payslip,
};
const accountWithPayroll = given('a user has an account at a provider', { payroll: [payslip] });

/** Accounts, connections, entries and uploads. */
export const payrollInteractions: readonly HttpInteraction[] = [
  ...withRefusals('queryPayrollConnection', 'query a payroll connection', {
    given: [accountWithPayroll],
    body: { account_id },
    answer: {
      account_id,
      entry_id,
      payroll_submissions: [{ ...submission, account_id, entry_id }],
      authorisation_id,
    },
    invalid: ['an account that is no text', { account_id: 42 }],
  }),
  interaction(
    'queryPayrollConnection',
    'query a payroll connection that has nothing new, with a chosen authorisation',
    {
      given: [given('a user has an account at a provider', { payroll: [] })],
      body: { account_id },
      authorisation: authorisation_id,
      answer: { account_id, payroll_submissions: [], authorisation_id },
    },
  ),
  ...withRefusals('createDirectConnection', 'make a direct connection', {
    given: [apiKey, given('a direct connection would find payroll', { user: person, payroll: [payslip] })],
    body: { user_id },
    authorisation: authorisation_id,
    answer: {
      pagination: { offset: 1, limit: 100, count: 1, total_count: 1 },
      payroll_submissions: [submission],
    },
    invalid: ['a user that is no text', { user_id: 42 }],
  }),
  ...withRefusals('submitMfa', 'answer the MFA question of an account', {
    given: [apiKey, given('an account waits for an MFA answer', { mfa: '2468' })],
    path: { account_id },
    body: { mfa: '2468' },
    authorisation: authorisation_id,
    answer: {
      account_id,
      payroll_provider: 'paylantern',
      user_name: 'ada.fairweather',
      created_at: '2026-03-02T10:20:00.000Z',
      status: 'LINKED',
      mfa_enabled: true,
    },
    invalid: ['an answer that is no text', { mfa: 42 }],
    unknown: true,
  }),
  ...withRefusals('deleteAccount', 'delete an account', {
    given: [apiKey, accountWithPayroll],
    path: { account_id },
    answer: { message: 'Account deleted' },
    unknown: true,
  }),
  ...withRefusals('deleteEntry', 'delete an entry', {
    given: [apiKey, given('a user has an entry with payroll', { payroll: [payslip] })],
    path: { entry_id },
    answer: { message: 'Entry deleted' },
    unknown: true,
  }),
  ...withRefusals('presignBankStatements', 'presign an upload', {
    given: [given('a user has accepted a term', person)],
    body: { files: [{ file_name: 'march.pdf', external_id: 'loan-4711' }] },
    authorisation: authorisation_id,
    answer: {
      presigned_urls: [
        {
          file_name: 'march.pdf',
          presigned_url: 'https://storage.example/upload?signature=0f3a',
          path: 'bank-statements/march.pdf',
          external_id: 'loan-4711',
        },
      ],
    },
    invalid: ['no file', { files: [] }],
  }),
];
