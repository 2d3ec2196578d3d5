import type { WebhookRequest } from '../../../spec/types.ts';
import { after, around, type Defect, instead, mutantsOf, onBody, onRequest } from './mutant.ts';

const create = 'createWebhook';
const someKey = Buffer.alloc(32, 7).toString('base64');

const shows = (more: (request: Partial<WebhookRequest>) => object): Defect =>
  after(create, async (context, answer) => {
    Object.assign(answer.body ?? {}, more(context.body));
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

export const webhookSubscriptionMutants = mutantsOf('webhooks.', {
  'create.keeps-to-itself: tells-the-signing-secret-under-another-name': shows(
    ({ signing_secret: hint }) => ({ hint }),
  ),
  'list.no-signing-secret: lists-webhooks-with-their-secrets': listsSecrets(),
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
  'list.no-encryption-key: shows-encryption-keys': after('listWebhooks', async (context, answer) => {
    const { webhooks } = await context.client.state.read();
    for (const one of answer.body?.webhooks ?? [])
      Object.assign(one, { encryption_key: webhooks[one.webhook_id]?.encryption_key });
  }),
  'delete.stops-deliveries: goes-on-delivering-to-a-deleted-webhook': hidesInsteadOfDeleting(),
});
