import { isIP } from 'node:net';
import type { TransportOutcome } from '../../../simulator/webhooks/http-transport.ts';
import type { EventKind } from '../../../spec/types.ts';
import {
  callerOf,
  emit,
  heardBy,
  misrouted,
  onEnvelope,
  onMessage,
  onTransport,
  unsent,
} from './event-emission.ts';
import {
  after,
  afterOwned,
  around,
  before,
  type Defect,
  instead,
  mutantsOf,
  onBody,
  onRequest,
  refusal,
  withPort,
} from './mutant.ts';

const create = 'createWebhook';

function listsSecrets(): readonly Defect[] {
  const secrets: string[] = [];
  return [
    before(create, (context) => {
      if (context.body.signing_secret) secrets.push(context.body.signing_secret);
      return context;
    }),
    onBody('listWebhooks', { secrets }),
  ];
}

function hidesInsteadOfDeleting(): readonly Defect[] {
  const hidden = new Set<string>();
  return [
    instead('deleteWebhook', ({ url }) => {
      hidden.add(url.split('/').at(-1) ?? '');
      return { status: 200, body: { message: 'Deleted' } };
    }),
    onBody('listWebhooks', (body) => {
      body.webhooks = body.webhooks.filter(({ webhook_id }) => !hidden.has(webhook_id));
    }),
  ];
}

function keepsNamesTaken(): readonly Defect[] {
  const taken = new Set<string>();
  const refused = refusal(409, 'The name of the webhook is taken');
  return [
    instead(create, ({ sent }) => taken.has(String(sent['name'])) && refused),
    onBody(create, ({ name }) => void taken.add(name)),
  ];
}

/** The value that the first subscription of a name had holds for all of that name. */
function remembersByName(field: 'signing_secret' | 'encryption_key' | 'url'): Defect {
  const first = new Map<string, unknown>();
  return onRequest(create, ({ sent }) => {
    const name = String(sent['name']);
    if (first.has(name)) sent[field] = first.get(name);
    else first.set(name, sent[field]);
  });
}

const subscriptionMutants = mutantsOf('webhooks.', {
  'create.keeps-to-itself: tells-the-signing-secret-under-another-name': after(
    create,
    ({ body: { signing_secret } }, { body }) => Object.assign(body ?? {}, { hint: signing_secret }),
  ),
  'create.echo: shows-the-first-address-of-a-name': remembersByName('url'),
  'create.name-unique: takes-a-name-twice': around(create, async (context, handler) => {
    const { name = '' } = context.body;
    const body = { ...context.body, name: `${name} ${context.services.ids.uuid()}` };
    const answer = await handler({ ...context, body });
    Object.assign(answer.body ?? {}, { name });
    return answer;
  }),
  'list.no-signing-secret: lists-webhooks-with-their-secrets': listsSecrets(),
  'list.no-encryption-key: shows-encryption-keys': after('listWebhooks', async ({ client }, { body }) => {
    const { webhooks } = await client.state.read();
    for (const one of body?.webhooks ?? [])
      Object.assign(one, { encryption_key: webhooks[one.webhook_id]?.encryption_key });
  }),
  'delete.stops-deliveries: goes-on-delivering-to-a-deleted-webhook': hidesInsteadOfDeleting(),
  'delete.no-trace: keeps-the-names-of-deleted-webhooks': keepsNamesTaken(),
});

const commonKinds: EventKind[] = ['user-payroll-submitted', 'user-bank-statement-submitted'];
const query = 'queryPayrollConnection';
const connect = 'createDirectConnection';

function isSecondStatement(): Parameters<typeof unsent>[0] {
  const told = new Set<string>();
  return ({ event, user_id }, { url }) => {
    const { size } = told;
    return event === 'user-bank-statement-submitted' && told.add(`${user_id} ${url}`).size === size;
  };
}

/** While one address fails, deliveries to other addresses are dropped. */
const starves = (fails: (outcome: TransportOutcome) => boolean): Defect =>
  withPort('transport', (transport) => {
    const failing = new Set<string>();
    return async (request) => {
      if (failing.size > 0 && !failing.has(request.url)) return { status: 200 };
      const outcome = await transport(request);
      if (fails(outcome)) failing.add(request.url);
      else failing.delete(request.url);
      return outcome;
    };
  });

function sendsTwiceWhileTimeMoves(): readonly Defect[] {
  let moving = false;
  return [
    before('moveClock', (context) => {
      moving = true;
      return context;
    }),
    after('moveClock', () => {
      moving = false;
    }),
    onTransport(async (request, transport) => {
      if (moving) await transport(request);
      return transport(request);
    }),
  ];
}

const deliveryMutants = mutantsOf('events.', {
  'payroll.on-connection: tells-of-each-payslip-of-a-connection': after(
    query,
    async (context, { body: { entry_id, account_id, payroll_submissions = [] } = {} }) => {
      for (const _ of payroll_submissions)
        await emit(context, callerOf(context), { entry_id: entry_id ?? '', account_id });
    },
  ),
  'payroll.on-direct-connection: says-nothing-of-direct-connections': before(
    connect,
    async ({ client, services }) => ({ client: await heardBy(client, '', () => [], services) }),
  ),
  'payroll.on-recurring-check: sends-what-a-recurring-check-found-twice': sendsTwiceWhileTimeMoves(),
  'payroll.not-when-empty: tells-of-queries-that-found-nothing': after(query, (context, { body }) =>
    body?.payroll_submissions.length === 0
      ? emit(context, callerOf(context), { account_id: body.account_id })
      : undefined,
  ),
  'payroll.not-when-empty: tells-of-direct-connections-that-find-nothing': after(
    connect,
    (context, { body }) =>
      body?.payroll_submissions.length === 0 && emit(context, context.body.user_id ?? ''),
  ),
  'bank-statement.on-extraction: says-nothing-of-a-second-statement': unsent(isSecondStatement()),
  'bank-statement.not-without-extraction: tells-of-uploads-that-cannot-be-read': after(
    'inspectUser',
    (context, { body }) =>
      body?.documents.some(({ state }) => state === 'rejected') &&
      emit(context, context.path.user_id, { kind: 'bank-statement', bank_statement_submissions: [] }),
  ),
  'none-on-account-linkage: tells-of-mfa-answers': afterOwned('submitMfa', ({ user }, context) =>
    emit(context, user.user_id),
  ),
  'none-on-updates: tells-of-deleted-accounts': afterOwned('deleteAccount', ({ user }, context) =>
    emit(context, user.user_id),
  ),
  'none-on-updates: tells-every-user-of-a-new-configuration': after(
    'updateConfiguration',
    async (context) => {
      const page = { offset: 0, limit: 1000, newestFirst: true };
      const { users } = await context.client.users.list(page, context.clientRecord);
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
  'routing.every-subscription: drops-what-comes-after-a-refusal': starves(
    (outcome) => 'status' in outcome && outcome.status >= 400,
  ),
  'routing.every-subscription: drops-what-comes-after-a-hanging-receiver': starves(
    (outcome) => 'error' in outcome,
  ),
  'routing.listed-kinds-only: delivers-kinds-that-were-not-listed': misrouted(
    () => (all) => all.map((one) => ({ ...one, events: commonKinds })),
  ),
  'delivery.json-post: puts-instead-of-posting': onTransport(async ({ url, headers, body }) => {
    const { 'Content-Length': _, ...others } = headers;
    const { status } = await fetch(url, { method: 'PUT', headers: others, body });
    return { status };
  }),
  'delivery.json-post: drops-the-query-of-the-address': onTransport((request, transport) =>
    transport({ ...request, url: request.url.split('?')[0] ?? '' }),
  ),
  'delivery.json-post: calls-no-receiver-by-its-name': onTransport(async (request, transport) =>
    isIP(new URL(request.url).hostname) === 0 ? { error: 'no such host' } : transport(request),
  ),
  'delivery.json-post: sends-form-fields': onEnvelope((envelope, { message }) => {
    envelope.body = new URLSearchParams(JSON.parse(message)).toString();
  }),
  'body.entry-and-account: confuses-entry-and-account': onMessage((message) => {
    [message['entry_id'], message['account_id']] = [message['account_id'], message['entry_id']];
  }),
  'signature.hmac-of-raw-body: signs-with-the-first-secret-of-a-name': remembersByName('signing_secret'),
  'encryption.decrypts: encrypts-with-the-first-key-of-a-name': remembersByName('encryption_key'),
});

export const webhookMutants = [...subscriptionMutants, ...deliveryMutants];
