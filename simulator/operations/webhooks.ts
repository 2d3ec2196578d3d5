import type { Profile } from '../../spec/profile.ts';
import type { EventKind, Webhook } from '../../spec/types.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import { isoInstant } from '../domain/instant.ts';
import { refusals } from '../domain/refusal.ts';
import { without } from '../domain/user-record.ts';
import type { Handlers } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import { stopDeliveries } from '../work/deliver.ts';
import { incomeSchedule } from '../work/income.ts';

/** Rules: conformance/checks/webhooks.ts; in process, webhooks/delivery.test.ts. */
export const webhooks = {
  async createWebhook({ client, body, now, services }) {
    const { points, naming } = services.profile;
    const problem = body.url === undefined ? undefined : services.webhookTargets.problemOf(body.url);
    if (problem !== undefined) throw refusals.invalid([`Field [url] ${problem}`]);
    const subscription: SubscriptionRecord = {
      webhook_id: services.ids.uuid(),
      name: body.name ?? '',
      events: (body.events ?? []).map((event) => renamedEvent(event, naming.authority, 'taxauth')),
      url: body.url ?? '',
      signing_secret: body.signing_secret ?? null,
      encryption_key: body.encryption_key ?? null,
      config: body.config ?? null,
      created_at: isoInstant(now),
      disabled: false,
    };
    await client.state.change((record) => {
      const taken = Object.values(record.webhooks).some((one) => one.name === subscription.name);
      if (taken) throw refusals.nameTaken(points['webhooks.create.duplicate-name-status'], subscription.name);
      const webhooks = { ...record.webhooks, [subscription.webhook_id]: subscription };
      const work = incomeSchedule([subscription], points, now);
      return { record: { ...record, webhooks }, work, result: undefined };
    });
    const { config: _, ...shown } = shownWebhook(subscription, naming);
    return created(shown);
  },

  async listWebhooks({ clientRecord, services }) {
    const { points, naming } = services.profile;
    const webhooks = Object.values(clientRecord.webhooks).map((subscription) => {
      const { config, ...shown } = shownWebhook(subscription, naming);
      return points['webhooks.list.config'] === 'shown' && config ? { ...shown, config } : shown;
    });
    const count = webhooks.length;
    const pagination = { offset: 0, limit: count, count, total_count: count };
    const shapes = { object: { webhooks }, array: webhooks, paginated: { pagination, webhooks } };
    return ok(shapes[points['webhooks.list.shape']] as { webhooks: Webhook[] });
  },

  async deleteWebhook({ client, path, services }) {
    const { points } = services.profile;
    const id = path.webhook_id.toLowerCase();
    const found = await client.state.change((record) => {
      if (!record.webhooks[id]) return { record, result: false };
      return { record: { ...record, webhooks: without(record.webhooks, id) }, result: true };
    });
    const unknown = points['webhooks.delete.unknown-status'];
    if (!found && unknown === 404) throw refusals.notFound('Webhook', path.webhook_id);
    if (found) await stopDeliveries(id, client.clientStore);
    const empty = found ? points['webhooks.delete.response'] === 'empty' : unknown === 204;
    return empty ? { status: 204, body: undefined } : ok({ message: `Webhook [${path.webhook_id}] deleted` });
  },
} satisfies Partial<Handlers>;

/** An event named after another tax authority: subscriptions are stored with `taxauth` alone. */
const renamedEvent = (event: EventKind, from: string, to: string): EventKind =>
  event.replace(`-${from}-`, `-${to}-`) as EventKind;

function shownWebhook(subscription: SubscriptionRecord, { authority }: Profile['naming']): Webhook {
  const { webhook_id, name, url, config, created_at } = subscription;
  const events = subscription.events.map((event) => renamedEvent(event, 'taxauth', authority));
  return { webhook_id, name, events, url, config: config ?? undefined, created_at };
}
