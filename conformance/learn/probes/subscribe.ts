import type { WebhookRequest } from '../../../spec/types.ts';
import type { Context } from '../../check.ts';
import type { Inbox, Reply } from '../../receiver/receiver.ts';
import { fieldsOf } from '../../target/read-json.ts';

/** Creates a webhook for payroll events with payload, unless something else is asked for. */
export async function subscribe(
  { call, mark }: Context,
  webhook: Partial<WebhookRequest> = {},
): Promise<{ status: number; webhook_id: string }> {
  const { status, body } = await call('createWebhook', {
    body: {
      name: mark('webhook'),
      events: ['user-payroll-submitted'],
      url: 'https://receiver.example/hooks',
      config: { include_payload: true },
      ...webhook,
    },
  });
  return { status, webhook_id: String(fieldsOf(body)['webhook_id'] ?? '') };
}

/** Creates a webhook that delivers to an inbox of its own; throws where the deployment does not take that address. */
export async function subscribeInbox(
  ctx: Context,
  webhook: Partial<WebhookRequest> = {},
  reply: Reply = 200,
): Promise<{ inbox: Inbox; webhook_id: string }> {
  const inbox = ctx.receiver.inbox();
  inbox.reply(reply);
  const { webhook_id, status } = await subscribe(ctx, { url: inbox.url, ...webhook });
  if (status < 200 || status > 299) throw new Error(`the subscription of the receiver got ${status}`);
  return { inbox, webhook_id };
}
