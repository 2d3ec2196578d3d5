import type { WebhookRequest } from '../../../spec/types.ts';
import {
  after,
  around,
  type Defect,
  instead,
  type Mutant,
  mutantsOf,
  onBody,
  onErrors,
  onRequest,
} from './mutant.ts';

const create = 'createWebhook';
const refused = (message: string) => ({ status: 400, body: { errors: [message] } });
const someKey = Buffer.alloc(32, 7).toString('base64');

/** Shows more of a new webhook than there should be to see. */
const shows = (more: (request: Partial<WebhookRequest>) => object): Defect =>
  after(create, async (context, answer) => {
    Object.assign(answer.body ?? {}, more(context.body));
  });

const createMutants = mutantsOf('webhooks.', {
  'create.answer: numbers-webhooks': onBody(create, (body) => {
    body.webhook_id = String(Number.parseInt(body.webhook_id.slice(0, 8), 16));
  }),
  'create.echo: cuts-the-query-off-urls': onBody(create, (body) => {
    body.url = body.url.split('?')[0] ?? '';
  }),
  'create.keeps-to-itself: tells-the-signing-secret-under-another-name': shows(
    ({ signing_secret: hint }) => ({ hint }),
  ),
  'create.five-fields-only: says-that-a-new-webhook-is-active': shows(() => ({ active: true })),
  'list.no-signing-secret: lists-webhooks-with-their-secrets': listsSecrets(),
  'create.each-kind: knows-no-tax-authority-events': instead(create, ({ sent: { events } }) => {
    const known = !Array.isArray(events) || !events.includes('user-taxauth-data-submitted');
    return known ? undefined : refused('Field [events] has an unknown event');
  }),
  'create.secrets-optional: demands-a-signing-secret': instead(create, ({ sent }) =>
    sent['signing_secret'] === undefined
      ? refused('Request is missing the required field [signing_secret]')
      : undefined,
  ),
  'create.name-unique: takes-a-name-twice': around(create, async (context, handler) => {
    const { name = '' } = context.body;
    const body = { ...context.body, name: `${name} ${context.services.ids.uuid()}` };
    const answer = await handler({ ...context, body });
    Object.assign(answer.body ?? {}, { name });
    return answer;
  }),
  'create.key-of-32-bytes: takes-longer-keys-too': onRequest(create, ({ sent }) => {
    const key = String(sent['encryption_key'] ?? '');
    if (Buffer.from(key, 'base64').length > 32) sent['encryption_key'] = someKey;
  }),
  'create.missing-field-named: does-not-name-the-missing-field-of-a-webhook': onErrors(
    create,
    'The webhook is incomplete',
  ),
  'create.ill-typed: reads-one-event-as-a-list': onRequest(create, ({ sent }) => {
    if (typeof sent['events'] === 'string') sent['events'] = [sent['events']];
  }),
});

function listsSecrets(): readonly Defect[] {
  const secrets: string[] = [];
  return [
    around(create, (context, handler) => {
      if (context.body.signing_secret) secrets.push(context.body.signing_secret);
      return handler(context);
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

const listMutants = mutantsOf('webhooks.', {
  'list.current: lists-the-first-webhook-alone': onBody('listWebhooks', (body) => {
    body.webhooks = body.webhooks.slice(0, 1);
  }),
  'list.no-encryption-key: shows-encryption-keys': after('listWebhooks', async (context, answer) => {
    const { webhooks } = await context.client.state.read();
    for (const one of answer.body?.webhooks ?? [])
      Object.assign(one, { encryption_key: webhooks[one.webhook_id]?.encryption_key });
  }),
  'delete.removes: confirms-deletions-and-does-nothing': instead('deleteWebhook', () => ({
    status: 200,
    body: { message: 'Deleted' },
  })),
  'delete.stops-deliveries: goes-on-delivering-to-a-deleted-webhook': hidesInsteadOfDeleting(),
});

export const webhookSubscriptionMutants: readonly Mutant[] = [...createMutants, ...listMutants];
