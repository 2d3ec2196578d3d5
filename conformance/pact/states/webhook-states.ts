import { randomBytes } from 'node:crypto';
import type { WebhookRequest } from '../../../spec/types.ts';
import { open } from '../../../spec/webhooks/index.ts';
import type { ClientUnderTest } from '../../judgement/check.ts';
import { expectSuccess } from '../../judgement/expect.ts';
import { CannotArrange } from '../../judgement/failure.ts';
import { webhooksIn } from '../../predicates/webhooks.ts';
import { causes, type EventCause } from '../../specimens/event-causes.ts';
import { type StateContext, state } from './state.ts';

export const webhookStates = {
  'the name of a webhook is free': state(['webhook_name'], {}, async ({ world, side, undo }) => {
    const name = world.nextMark('webhook');
    undo(() => removeWebhookNamed(side, name));
    return { webhook_name: name };
  }),

  'a webhook exists': state(
    ['webhook_id'],
    { events: 'event kinds, such as user-payroll-submitted' },
    async (ctx, { events }: { events: WebhookRequest['events'] }) => ({
      // Nothing listens at this address, so a delivery would do no harm.
      webhook_id: await subscribed(ctx, { events, url: 'http://127.0.0.1:9/' }),
    }),
  ),

  'a subscriber is told of an event': state(
    ['user_id'],
    {
      cause: `what happens: ${Object.keys(causes).join(', or ')}`,
      include_payload: 'whether the subscription asks for payloads',
    },
    async (ctx, { cause, include_payload }: { cause: EventCause; include_payload: boolean }) => {
      const { side, world } = ctx;
      if (!world.offers.has('receiver'))
        throw new CannotArrange('webhooks cannot reach this machine', ['give --receiver-url'], ['receiver']);
      const inbox = world.receiver.inbox();
      const secret = randomBytes(24).toString('base64url');
      await subscribed(ctx, {
        events: [causes[cause].event],
        url: inbox.url,
        signing_secret: secret,
        config: include_payload ? { include_payload } : undefined,
      });
      const { user_id } = await side.arrange.createUser();
      await causes[cause].happen(side, user_id);
      ctx.delivers(async () => {
        const received = await inbox.until('a delivery for the user', ({ raw }) => raw.includes(user_id));
        const { headers, raw } = received;
        const event = open({ rawBody: raw, headers, secret, unencrypted: true, naming: world.naming });
        return { received, event };
      });
      return { user_id };
    },
  ),
} as const;

async function subscribed({ side, world }: StateContext, webhook: Omit<WebhookRequest, 'name'>) {
  const body = { name: world.nextMark('webhook'), ...webhook };
  return expectSuccess(await side.call('createWebhook', { body }), 201).webhook_id;
}

/** Removes the subscription that the interaction created, wherever in the list it is: the list's shape is open. */
async function removeWebhookNamed(side: ClientUnderTest, name: string): Promise<void> {
  const own = webhooksIn(await side.call('listWebhooks')).filter((one) => one['name'] === name);
  for (const { webhook_id } of own)
    await side.call('deleteWebhook', { path: { webhook_id: String(webhook_id) } });
}
