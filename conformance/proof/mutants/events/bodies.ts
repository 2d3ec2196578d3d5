import { isObject } from '../edge.ts';
import { mutantsOf, withPort } from '../mutant.ts';
import { onEnvelope, onMessage, onSubmission } from './emission.ts';

export const bodyMutants = mutantsOf('events.', {
  'delivery.json-post: puts-instead-of-posting': withPort(
    'transport',
    () =>
      async ({ url, headers, body }) => {
        const { 'Content-Length': _, ...others } = headers;
        const { status } = await fetch(url, { method: 'PUT', headers: others, body });
        return { status };
      },
  ),
  'delivery.json-post: drops-the-query-of-the-address': withPort(
    'transport',
    (transport) => (request) => transport({ ...request, url: request.url.split('?')[0] ?? '' }),
  ),
  'delivery.json-post: sends-form-fields': onEnvelope((envelope, { message }) => {
    envelope.body = new URLSearchParams(JSON.parse(message)).toString();
  }),
  'body.kind-user-and-time: calls-the-event-by-another-name': onMessage((message) => {
    message['event'] = String(message['event']).replaceAll('-', '_');
  }),
  'body.bank-statement: names-the-hour-of-a-statement-alone': onMessage((message) => {
    if (message['entry_id'] === undefined) message['timestamp'] = String(message['timestamp']).slice(11, 16);
  }),
  'body.kind-user-and-time: names-no-user': onMessage((message) => {
    delete message['user_id'];
  }),
  'body.kind-user-and-time: writes-time-for-people': onMessage((message) => {
    message['timestamp'] = new Date(String(message['timestamp'])).toUTCString();
  }),
  'body.entry-and-account: confuses-entry-and-account': onMessage((message) => {
    [message['entry_id'], message['account_id']] = [message['account_id'], message['entry_id']];
  }),
  'body.entry-and-account: says-null-for-every-account': onMessage((message) => {
    message['account_id'] = null;
  }),
  'body.payslip-has-no-account: writes-no-account-as-empty-text': onMessage((message) => {
    message['account_id'] ??= '';
  }),
  'payload.when-included: sends-payloads-as-text': onMessage((message) => ({
    ...message,
    payload: JSON.stringify(message.payload),
  })),
  'payload.not-when-unset: always-sends-payloads': onMessage((message) => {
    message.payload ??= { entry_id: message['entry_id'], payroll_submissions: [] };
  }),
  'payload.all-submissions: sends-the-first-submission-alone': onMessage(({ payload }) => {
    const submissions = payload?.['payroll_submissions'];
    if (Array.isArray(submissions)) submissions.splice(1);
  }),
  'payload.all-submissions: says-null-for-the-account-in-the-payload': onMessage(({ payload }) => {
    if (payload) payload['account_id'] = null;
  }),
  'payload.amounts-are-numbers: sends-amounts-as-text': onSubmission(({ income_information: income }) => {
    const earnings = income?.['earnings'];
    if (isObject(earnings)) earnings['net_pay'] = Number(earnings['net_pay']).toFixed(2);
  }),
  'payload.amounts-are-numbers: sends-deductions-in-pence': onSubmission(({ income_information: income }) => {
    const deductions = income?.['deductions'];
    if (isObject(deductions)) deductions['income_tax'] = Math.round(Number(deductions['income_tax']) * 100);
  }),
  'payload.phone-is-text: sends-phones-as-numbers': onSubmission(({ identity_information: identity }) => {
    if (identity) identity['phone'] = Number(String(identity['phone']).replace('+', ''));
  }),
  'payload.submission-shape: sends-the-address-as-a-line': onSubmission(
    ({ identity_information: identity }) => {
      if (identity) identity['address'] = Object.values(identity['address'] ?? {}).join(', ');
    },
  ),
  'payload.submission-shape: sends-pay-dates-as-numbers': onSubmission(({ income_information: income }) => {
    if (income) income['pay_date'] = Date.parse(String(income['pay_date']));
  }),
  'payload.payslip-documents: gives-payslips-an-account': onSubmission((submission) => {
    Object.assign(submission, { account_id: submission['account_id'] ?? submission['id'] });
  }),
  'payload.bank-statements: sends-statement-ids-for-statements': onMessage((message) => {
    if (message['event'] === 'user-bank-statement-submitted')
      message.payload = { bank_statement_ids: message.payload && [] };
  }),
});
