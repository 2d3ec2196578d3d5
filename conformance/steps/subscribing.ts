import type { WebhookRequest } from '../../spec/types.ts';
import type { Context } from '../check.ts';

/** A new webhook for events that hardly happen, at a host that nobody has, with a name like no other. */
export const newWebhook = (
  { mark }: Pick<Context, 'mark'>,
  given: Partial<WebhookRequest> = {},
): WebhookRequest => ({
  name: mark(),
  events: ['user-taxauth-data-submitted'],
  url: 'https://receiver.invalid/hooks',
  config: { include_payload: false },
  ...given,
});

/** Creates a webhook. */
export const subscribe = (ctx: Pick<Context, 'call' | 'mark'>, given: Partial<WebhookRequest> = {}) =>
  ctx.call('createWebhook', { body: newWebhook(ctx, given) });
