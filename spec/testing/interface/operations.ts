// The 21 operations as the interface document tells them. Written from the document alone.
import type { Shape } from './kinds.ts';
import { eventKinds, instant, text, uuid } from './kinds.ts';
import * as resources from './resources.ts';

export type StatedOperation = {
  call: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  auth: 'none' | 'API key' | 'user bearer';
  /** Statuses that the endpoint itself states; `success` is the one whose body the document shows. */
  statuses: readonly number[];
  success?: number;
  answer?: Shape;
  /** Fields of the answer that are said to be required. */
  required?: readonly string[];
  /** Whether it takes the optional header that selects an authorisation. */
  authorisationHeader?: true;
};

const message = { message: text };

export const operations: readonly StatedOperation[] = [
  {
    call: 'POST /members/signin',
    auth: 'none',
    statuses: [200, 400],
    answer: { jwt: text, member: resources.signedInMember },
    required: ['jwt', 'member', 'member.id', 'member.email', 'member.mfa_status'],
  },
  {
    call: 'GET /authorisations/terms/{term_id}',
    auth: 'API key',
    statuses: [200, 401, 404],
    answer: resources.authorisationTerm,
  },
  {
    call: 'PATCH /users/{user_id}',
    auth: 'API key',
    statuses: [200, 400, 401, 404],
    answer: resources.user,
  },
  {
    call: 'GET /users',
    auth: 'API key',
    statuses: [200],
    answer: { pagination: resources.pagination, users: [resources.user] },
  },
  { call: 'DELETE /users/{user_id}', auth: 'API key', statuses: [200, 401, 404], answer: message },
  {
    call: 'GET /configuration',
    auth: 'API key',
    statuses: [200, 401, 404],
    answer: resources.clientConfiguration,
  },
  {
    call: 'PATCH /configuration',
    auth: 'API key',
    statuses: [200, 400, 401],
    answer: resources.clientConfiguration,
  },
  {
    call: 'POST /payroll/entries/connections',
    auth: 'user bearer',
    authorisationHeader: true,
    statuses: [201, 400, 401],
    answer: {
      account_id: uuid,
      entry_id: uuid,
      payroll_submissions: [resources.payrollSubmission],
      authorisation_id: uuid,
    },
  },
  {
    call: 'POST /accounts/direct-connections',
    auth: 'API key',
    authorisationHeader: true,
    statuses: [400, 401],
    // The document does not show the status; the body it does.
    success: 201,
    answer: { pagination: resources.pagination, payroll_submissions: [resources.payrollSubmission] },
  },
  {
    call: 'PUT /accounts/{account_id}/mfa',
    auth: 'API key',
    authorisationHeader: true,
    statuses: [200, 400, 401, 404],
    answer: resources.account,
  },
  { call: 'DELETE /accounts/{account_id}', auth: 'API key', statuses: [200, 401, 404], answer: message },
  { call: 'DELETE /payroll/entries/{entry_id}', auth: 'API key', statuses: [200, 401, 404], answer: message },
  {
    call: 'PUT /documents/bank-statements/presign',
    auth: 'user bearer',
    authorisationHeader: true,
    statuses: [200, 400, 401],
    answer: { presigned_urls: [resources.presignedUpload] },
  },
  {
    call: 'GET /bankstatements/{user_id}',
    auth: 'API key',
    statuses: [200, 401],
    answer: {
      pagination: resources.pagination,
      bank_statement_submissions: [resources.bankStatementSubmission],
    },
  },
  {
    call: 'GET /taxauth/{user_id}',
    auth: 'API key',
    statuses: [200],
    answer: { pagination: resources.pagination, income_submissions: [resources.incomeSubmission] },
  },
  {
    call: 'GET /expenditure/{user_id}/ons',
    auth: 'API key',
    statuses: [200, 401, 404],
    answer: { expenditures: [resources.expenditureEstimate] },
  },
  { call: 'GET /providers', auth: 'API key', statuses: [200, 401], answer: resources.providerCatalogue },
  { call: 'POST /members', auth: 'API key', statuses: [201, 400, 401], answer: resources.invitedMember },
  {
    call: 'POST /webhooks',
    auth: 'API key',
    statuses: [201, 400, 401],
    answer: { webhook_id: uuid, name: text, events: eventKinds, url: text, created_at: instant },
  },
  { call: 'GET /webhooks', auth: 'API key', statuses: [] },
  { call: 'DELETE /webhooks/{webhook_id}', auth: 'API key', statuses: [] },
];
