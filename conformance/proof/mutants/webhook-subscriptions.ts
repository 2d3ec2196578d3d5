import type { WebhookRequest } from '../../../spec/types.ts';
import { after, around, type Defect, instead, mutantsOf, onBody } from './mutant.ts';

const create = 'createWebhook';

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
  'list.no-encryption-key: shows-encryption-keys': after('listWebhooks', async (context, answer) => {
    const { webhooks } = await context.client.state.read();
    for (const one of answer.body?.webhooks ?? [])
      Object.assign(one, { encryption_key: webhooks[one.webhook_id]?.encryption_key });
  }),
  'delete.stops-deliveries: goes-on-delivering-to-a-deleted-webhook': hidesInsteadOfDeleting(),
});
