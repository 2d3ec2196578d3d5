import { examples } from '../examples.ts';
import { bankStatement, income, payslip, person } from '../specimens.ts';
import { given } from '../states/index.ts';
import { type HttpInteraction, interaction, withRefusals } from './interaction.ts';

const apiKey = given('the client has an API key');
const { user_id } = examples;
const created_at = '2026-03-02T10:15:00.000Z';

/** Users, and what is read about them. */
export const userInteractions: readonly HttpInteraction[] = [
  ...withRefusals('listUsers', 'list users', {
    given: [apiKey, given('a user exists', person)],
    query: { offset: 1, limit: 10 },
    answer: {
      pagination: { offset: 1, limit: 10, count: 1, total_count: 1 },
      users: [{ user_id, created_at }],
    },
  }),
  ...withRefusals('updateUser', 'change a user', {
    given: [apiKey, given('a user exists', { ...person, ext_id: 'loan-4711' })],
    path: { user_id },
    body: {
      surname: 'Fairweather-Jones',
      post_codes: ['LS1 4AP', 'CF10 1EP'],
      payroll_period_months: 6,
      recurring_checks_enabled: true,
      recurring_check_frequency: 'WEEKLY',
      recurring_check_end_date: '2032-12-31T00:00:00.000Z',
      payslip_upload_enabled: true,
      ext_id: null,
    },
    answer: {
      ...person,
      user_id,
      created_at,
      surname: 'Fairweather-Jones',
      post_codes: ['LS1 4AP'],
      payroll_period_months: 6,
      recurring_checks_enabled: true,
      recurring_check_frequency: 'WEEKLY',
      recurring_check_end_date: '2032-12-31T00:00:00.000Z',
      payslip_upload_enabled: true,
    },
    invalid: ['a flag that is no flag', { recurring_checks_enabled: 'perhaps' }],
    unknown: true,
  }),
  ...withRefusals('deleteUser', 'delete a user', {
    given: [apiKey, given('a user exists', person)],
    path: { user_id },
    answer: { message: 'User deleted' },
    unknown: true,
  }),
  ...withRefusals('listBankStatements', 'list bank statements', {
    given: [apiKey, given('a user has a bank statement', bankStatement)],
    path: { user_id },
    query: { offset: 0, limit: 10 },
    answer: {
      pagination: { offset: 0, limit: 10, count: 1, total_count: 1 },
      bank_statement_submissions: [
        {
          id: '5f0c2a9e-8f43-4d8e-b1f7-7c9a2e4d6f10',
          created_at: '2026-04-02T08:30:00.000Z',
          ...bankStatement,
        },
      ],
    },
  }),
  ...withRefusals('getTaxauthIncome', 'list tax-authority income', {
    given: [apiKey, given('a user has income at the tax authority', income)],
    path: { user_id },
    query: { offset: 1, limit: 10 },
    answer: {
      pagination: { offset: 1, limit: 10, count: 1, total_count: 1 },
      income_submissions: [{ id: '5f0c2a9e-8f43-4e67-9b0c-3f1a8d5c7e42', ...income }],
    },
  }),
  ...withRefusals('getOnsExpenditure', 'estimate expenditure', {
    given: [apiKey, given('a user has an entry with payroll', { payroll: [payslip] })],
    path: { user_id },
    answer: {
      expenditures: [
        {
          date: '2026-02-01T00:00:00.000Z',
          cost_of_living: '1243.18',
          housing: '627.40',
          total: '1870.58',
        },
      ],
    },
    unknown: true,
  }),
  interaction('getOnsExpenditure', 'estimate expenditure without anything to go by', {
    given: [apiKey, given('a user exists', { forename: 'Ada' })],
    path: { user_id },
    status: 404,
  }),
];
