import { isObject } from '../edge.ts';
import { type Mutant, mutant, withPort } from '../mutant.ts';
import { onEnvelope, onMessage, onSubmission } from './emission.ts';

/** Sandboxes whose deliveries say the wrong thing, or say it wrongly. */
export const bodyMutants: readonly Mutant[] = [
  mutant(
    'puts-instead-of-posting',
    'events.delivery.json-post',
    withPort('transport', () => async ({ url, headers, body }) => {
      const { 'Content-Length': _, ...others } = headers;
      const { status } = await fetch(url, { method: 'PUT', headers: others, body });
      return { status };
    }),
  ),
  mutant(
    'drops-the-query-of-the-address',
    'events.delivery.json-post',
    withPort(
      'transport',
      (transport) => (request) => transport({ ...request, url: request.url.split('?')[0] ?? '' }),
    ),
  ),
  mutant(
    'sends-form-fields',
    'events.delivery.json-post',
    onEnvelope((envelope, { message }) => {
      envelope.body = new URLSearchParams(JSON.parse(message)).toString();
    }),
  ),
  mutant(
    'calls-the-event-by-another-name',
    'events.body.kind-user-and-time',
    onMessage((message) => {
      message['event'] = String(message['event']).replaceAll('-', '_');
    }),
  ),
  mutant(
    'names-no-user',
    'events.body.kind-user-and-time',
    onMessage((message) => {
      delete message['user_id'];
    }),
  ),
  mutant(
    'writes-time-for-people',
    'events.body.kind-user-and-time',
    onMessage((message) => {
      message['timestamp'] = new Date(String(message['timestamp'])).toUTCString();
    }),
  ),
  mutant(
    'confuses-entry-and-account',
    'events.body.entry-and-account',
    onMessage((message) => {
      [message['entry_id'], message['account_id']] = [message['account_id'], message['entry_id']];
    }),
  ),
  mutant(
    'says-null-for-every-account',
    'events.body.entry-and-account',
    onMessage((message) => {
      message['account_id'] = null;
    }),
  ),
  mutant(
    'writes-no-account-as-empty-text',
    'events.body.payslip-has-no-account',
    onMessage((message) => {
      message['account_id'] ??= '';
    }),
  ),
  mutant(
    'sends-payloads-as-text',
    'events.payload.when-included',
    onMessage((message) => ({ ...message, payload: JSON.stringify(message.payload) })),
  ),
  mutant(
    'always-sends-payloads',
    'events.payload.not-when-unset',
    onMessage((message) => {
      message.payload ??= { entry_id: message['entry_id'], payroll_submissions: [] };
    }),
  ),
  mutant(
    'sends-the-first-submission-alone',
    'events.payload.all-submissions',
    onMessage(({ payload }) => {
      const submissions = payload?.['payroll_submissions'];
      if (Array.isArray(submissions)) submissions.splice(1);
    }),
  ),
  mutant(
    'says-null-for-the-account-in-the-payload',
    'events.payload.all-submissions',
    onMessage(({ payload }) => {
      if (payload) payload['account_id'] = null;
    }),
  ),
  mutant(
    'sends-amounts-as-text',
    'events.payload.amounts-are-numbers',
    onSubmission(({ income_information: income }) => {
      const earnings = income?.['earnings'];
      if (isObject(earnings)) earnings['net_pay'] = Number(earnings['net_pay']).toFixed(2);
    }),
  ),
  mutant(
    'sends-deductions-in-pence',
    'events.payload.amounts-are-numbers',
    onSubmission(({ income_information: income }) => {
      const deductions = income?.['deductions'];
      if (isObject(deductions)) deductions['income_tax'] = Math.round(Number(deductions['income_tax']) * 100);
    }),
  ),
  mutant(
    'sends-phones-as-numbers',
    'events.payload.phone-is-text',
    onSubmission(({ identity_information: identity }) => {
      if (identity) identity['phone'] = Number(String(identity['phone']).replace('+', ''));
    }),
  ),
  mutant(
    'sends-the-address-as-a-line',
    'events.payload.submission-shape',
    onSubmission(({ identity_information: identity }) => {
      if (identity) identity['address'] = Object.values(identity['address'] ?? {}).join(', ');
    }),
  ),
  mutant(
    'sends-pay-dates-as-numbers',
    'events.payload.submission-shape',
    onSubmission(({ income_information: income }) => {
      if (income) income['pay_date'] = Date.parse(String(income['pay_date']));
    }),
  ),
  mutant(
    'gives-payslips-an-account',
    'events.payload.payslip-documents',
    onSubmission((submission) => {
      Object.assign(submission, { account_id: submission['account_id'] ?? submission['id'] });
    }),
  ),
  mutant(
    'sends-statement-ids-for-statements',
    'events.payload.bank-statements',
    onMessage((message) => {
      if (message['event'] === 'user-bank-statement-submitted')
        message.payload = { bank_statement_ids: message.payload && [] };
    }),
  ),
];
