import { type Mutant, mutant, withPort } from '../mutant.ts';
import { onEnvelope, onMessage, onSubmission } from './emission.ts';

type Part = Record<string, unknown> | undefined;

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
    'delivers-events-in-an-array',
    'events.delivery.json-post',
    onEnvelope((envelope) => {
      envelope.body = `[${envelope.body}]`;
    }),
  ),
  mutant(
    'sends-form-fields',
    'events.delivery.json-post',
    onEnvelope((envelope, { message }) => {
      envelope.body = new URLSearchParams(JSON.parse(message) as Record<string, string>).toString();
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
    'leaves-out-the-kind-of-statements',
    'events.body.kind-user-and-time',
    onMessage((message) => {
      if (message['event'] === 'user-bank-statement-submitted') delete message['event'];
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
    'writes-time-as-a-number',
    'events.body.kind-user-and-time',
    onMessage((message) => {
      message['timestamp'] = Date.parse(String(message['timestamp']));
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
    'names-no-entry',
    'events.body.entry-and-account',
    onMessage((message) => {
      delete message['entry_id'];
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
    'leaves-out-the-account-of-payslips',
    'events.body.payslip-has-no-account',
    onMessage((message) => {
      if (message['account_id'] === null) delete message['account_id'];
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
    'never-sends-payloads',
    'events.payload.when-included',
    onMessage((message) => {
      delete message.payload;
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
      (payload?.['payroll_submissions'] as unknown[] | undefined)?.splice(1);
    }),
  ),
  mutant(
    'leaves-the-entry-out-of-the-payload',
    'events.payload.all-submissions',
    onMessage(({ payload }) => {
      delete payload?.['entry_id'];
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
      const earnings = income?.['earnings'] as Part;
      if (earnings) earnings['net_pay'] = Number(earnings['net_pay']).toFixed(2);
    }),
  ),
  mutant(
    'sends-deductions-in-pence',
    'events.payload.amounts-are-numbers',
    onSubmission(({ income_information: income }) => {
      const deductions = income?.['deductions'] as Part;
      if (deductions) deductions['income_tax'] = Math.round(Number(deductions['income_tax']) * 100);
    }),
  ),
  mutant(
    'rounds-amounts-to-pounds',
    'events.payload.amounts-are-numbers',
    onSubmission(({ income_information: income }) => {
      const earnings = income?.['earnings'] as Part;
      if (earnings) earnings['net_pay'] = Math.round(Number(earnings['net_pay']));
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
    'sends-director-as-text',
    'events.payload.submission-shape',
    onSubmission(({ employment_information: employment }) => {
      if (employment) employment['is_director'] = String(employment['is_director']);
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
    'leaves-documents-out',
    'events.payload.payslip-documents',
    onSubmission((submission) => {
      Object.assign(submission, { document_id: null, document_external_id: null, document_filename: null });
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
    'sends-no-statements',
    'events.payload.bank-statements',
    onMessage(({ payload }) => {
      (payload?.['bank_statement_submissions'] as unknown[] | undefined)?.splice(0);
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
