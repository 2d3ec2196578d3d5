import type { WebhookRequest } from '../../../spec/types.ts';
import { around, type Defect, instead, type Mutant, mutant, onBody, onErrors, onRequest } from './mutant.ts';

const create = 'createWebhook';
const refused = (message: string) => ({ status: 400, body: { errors: [message] } });
const someKey = Buffer.alloc(32, 7).toString('base64');

/** Shows more of a new webhook than there should be to see. */
const shows = (more: (request: Partial<WebhookRequest>) => object): Defect =>
  around(create, async (context, handler) => {
    const answer = await handler(context);
    Object.assign(answer.body ?? {}, more(context.body));
    return answer;
  });

const createMutants: readonly Mutant[] = [
  mutant(
    'numbers-webhooks',
    'webhooks.create.answer',
    onBody(create, (body) => {
      body.webhook_id = String(Number.parseInt(body.webhook_id.slice(0, 8), 16));
    }),
  ),
  mutant(
    'tells-webhook-times-in-seconds',
    'webhooks.create.answer',
    onBody(create, (body) => {
      body.created_at = body.created_at.replace(/\.\d+/, '');
    }),
  ),
  mutant(
    'cuts-the-query-off-urls',
    'webhooks.create.echo',
    onBody(create, (body) => {
      body.url = body.url.split('?')[0] ?? '';
    }),
  ),
  mutant(
    'tells-the-signing-secret-under-another-name',
    'webhooks.create.keeps-to-itself',
    shows(({ signing_secret: hint }) => ({ hint })),
  ),
  mutant(
    'says-that-a-new-webhook-is-active',
    'webhooks.create.five-fields-only',
    shows(() => ({ active: true })),
  ),
  mutant('lists-webhooks-with-their-secrets', 'webhooks.list.no-signing-secret', ...listsSecrets()),
  mutant(
    'knows-no-tax-authority-events',
    'webhooks.create.each-kind',
    instead(create, ({ sent: { events } }) => {
      const known = !Array.isArray(events) || !events.includes('user-taxauth-data-submitted');
      return known ? undefined : refused('Field [events] has an unknown event');
    }),
  ),
  mutant(
    'demands-a-signing-secret',
    'webhooks.create.secrets-optional',
    instead(create, ({ sent }) =>
      sent['signing_secret'] === undefined
        ? refused('Request is missing the required field [signing_secret]')
        : undefined,
    ),
  ),
  mutant(
    'takes-a-name-twice',
    'webhooks.create.name-unique',
    around(create, async (context, handler) => {
      const { name = '' } = context.body;
      const body = { ...context.body, name: `${name} ${context.services.ids.uuid()}` };
      const answer = await handler({ ...context, body });
      Object.assign(answer.body ?? {}, { name });
      return answer;
    }),
  ),
  mutant(
    'takes-longer-keys-too',
    'webhooks.create.key-of-32-bytes',
    onRequest(create, ({ sent }) => {
      const key = String(sent['encryption_key'] ?? '');
      if (Buffer.from(key, 'base64').length > 32) sent['encryption_key'] = someKey;
    }),
  ),
  mutant(
    'does-not-name-the-missing-field-of-a-webhook',
    'webhooks.create.missing-field-named',
    onErrors(create, () => ['The webhook is incomplete']),
  ),
  mutant(
    'reads-one-event-as-a-list',
    'webhooks.create.ill-typed',
    onRequest(create, ({ sent }) => {
      if (typeof sent['events'] === 'string') sent['events'] = [sent['events']];
    }),
  ),
];

/** Remembers the secrets of webhooks, and shows them in the list. */
function listsSecrets(): readonly Defect[] {
  const secrets: string[] = [];
  return [
    around(create, (context, handler) => {
      if (context.body.signing_secret) secrets.push(context.body.signing_secret);
      return handler(context);
    }),
    onBody('listWebhooks', (body) => ({ ...body, secrets })),
  ];
}

/** Confirms deletions, hides what was deleted, and goes on delivering to it. */
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

const listMutants: readonly Mutant[] = [
  mutant(
    'lists-the-first-webhook-alone',
    'webhooks.list.current',
    onBody('listWebhooks', (body) => {
      body.webhooks = body.webhooks.slice(0, 1);
    }),
  ),
  mutant(
    'shows-encryption-keys',
    'webhooks.list.no-encryption-key',
    around('listWebhooks', async (context, handler) => {
      const answer = await handler(context);
      const { webhooks } = await context.client.state.read();
      for (const one of answer.body?.webhooks ?? [])
        Object.assign(one, { encryption_key: webhooks[one.webhook_id]?.encryption_key });
      return answer;
    }),
  ),
  mutant(
    'confirms-deletions-and-does-nothing',
    'webhooks.delete.removes',
    instead('deleteWebhook', () => ({ status: 200, body: { message: 'Deleted' } })),
  ),
  mutant(
    'goes-on-delivering-to-a-deleted-webhook',
    'webhooks.delete.stops-deliveries',
    ...hidesInsteadOfDeleting(),
  ),
];

/** Broken sandboxes for the clauses about subscriptions. */
export const webhookSubscriptionMutants: readonly Mutant[] = [...createMutants, ...listMutants];
