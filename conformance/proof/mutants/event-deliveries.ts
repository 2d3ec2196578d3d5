import { isIP } from 'node:net';
import type { EventKind } from '../../../spec/types.ts';
import { callerOf, emit, heardBy, misrouted, onEnvelope, onMessage, unsent } from './event-emission.ts';
import { after, afterOwned, around, mutantsOf, withPort } from './mutant.ts';

const noSubscriptions = () => [];
const commonKinds: EventKind[] = ['user-payroll-submitted', 'user-bank-statement-submitted'];

function isSecondStatement(): Parameters<typeof unsent>[0] {
  const told = new Set<string>();
  return ({ event, user_id }, { url }) => {
    const { size } = told;
    return event === 'user-bank-statement-submitted' && told.add(`${user_id} ${url}`).size === size;
  };
}

export const deliveryMutants = mutantsOf('events.', {
  'payroll.on-connection: tells-of-each-payslip-of-a-connection': after(
    'queryPayrollConnection',
    async (context, { body: { entry_id, account_id, payroll_submissions = [] } = {} }) => {
      for (const _ of payroll_submissions)
        await emit(context, callerOf(context), { entry_id: entry_id ?? '', account_id });
    },
  ),
  'payroll.on-direct-connection: says-nothing-of-direct-connections': around(
    'createDirectConnection',
    async (context, handler) =>
      handler({ ...context, client: await heardBy(context.client, '', noSubscriptions, context.services) }),
  ),
  'payroll.on-payslip-upload: says-nothing-of-payslips': unsent(
    ({ event, account_id }) => event === 'user-payroll-submitted' && account_id === null,
  ),
  'payroll.not-when-empty: tells-of-queries-that-found-nothing': after(
    'queryPayrollConnection',
    async (context, { body }) => {
      if (body?.payroll_submissions.length === 0)
        await emit(context, callerOf(context), { account_id: body.account_id });
    },
  ),
  'bank-statement.on-extraction: says-nothing-of-statements': unsent(
    ({ event }) => event === 'user-bank-statement-submitted',
  ),
  'bank-statement.on-extraction: says-nothing-of-a-second-statement': unsent(isSecondStatement()),
  'bank-statement.not-without-extraction: tells-of-uploads-that-cannot-be-read': after(
    'inspectUser',
    async (context, answer) => {
      if (answer.body?.documents.some(({ state }) => state === 'rejected'))
        await emit(context, context.path.user_id, { kind: 'bank-statement', bank_statement_submissions: [] });
    },
  ),
  'none-on-account-linkage: tells-of-mfa-answers': afterOwned('submitMfa', ({ user }, context) =>
    emit(context, user.user_id),
  ),
  'none-on-updates: tells-of-deleted-accounts': afterOwned('deleteAccount', ({ user }, context) =>
    emit(context, user.user_id),
  ),
  'payroll.not-when-empty: tells-of-direct-connections-that-find-nothing': after(
    'createDirectConnection',
    async (context, { body }) => {
      if (body?.payroll_submissions.length === 0) await emit(context, context.body.user_id ?? '');
    },
  ),
  'none-on-updates: tells-every-user-of-a-new-configuration': after(
    'updateConfiguration',
    async (context) => {
      const { users } = await context.client.users.list(
        { offset: 0, limit: 1000, newestFirst: true },
        context.clientRecord,
      );
      for (const { user_id } of users) await emit(context, user_id);
    },
  ),
  'routing.every-user: forgets-users-who-were-there-before': misrouted((client) => async (all, user_id) => {
    const since = (await client.users.read(user_id))?.user.created_at ?? '';
    return all.filter(({ created_at }) => created_at < since);
  }),
  'routing.every-subscription: delivers-to-the-first-subscription-alone': misrouted(
    () => (all) => all.slice(0, 1),
  ),
  'routing.every-subscription: delivers-once-to-each-address': misrouted(
    () => (all) => all.filter(({ url }, at) => all.findIndex((one) => one.url === url) === at),
  ),
  'routing.listed-kinds-only: delivers-kinds-that-were-not-listed': misrouted(
    () => (all) => all.map((one) => ({ ...one, events: commonKinds })),
  ),
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
  'delivery.json-post: calls-no-receiver-by-its-name': withPort(
    'transport',
    (transport) => async (request) =>
      isIP(new URL(request.url).hostname) === 0 ? { error: 'no such host' } : transport(request),
  ),
  'delivery.json-post: sends-form-fields': onEnvelope((envelope, { message }) => {
    envelope.body = new URLSearchParams(JSON.parse(message)).toString();
  }),
  'body.bank-statement: names-the-hour-of-a-statement-alone': onMessage((message) => {
    if (message['entry_id'] === undefined) message['timestamp'] = String(message['timestamp']).slice(11, 16);
  }),
  'body.entry-and-account: confuses-entry-and-account': onMessage((message) => {
    [message['entry_id'], message['account_id']] = [message['account_id'], message['entry_id']];
  }),
});
