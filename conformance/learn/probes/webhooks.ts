import type { WebhookRequest } from '../../../spec/types.ts';
import { fieldsOf, objectsIn } from '../../target/read-json.ts';
import { type AnyProbe, isTaken, probe, seen, takenAs, unknown, unknownId } from '../probe.ts';
import { subscribe } from './subscribe.ts';

/** How webhooks are created, listed and deleted. */
export const webhookProbes: readonly AnyProbe[] = [
  probe('webhooks.list.shape', { needs: ['writes'] }, async (ctx) => {
    await subscribe(ctx);
    const { body } = await ctx.call('listWebhooks');
    if (Array.isArray(body)) return seen('array');
    const { webhooks, pagination } = fieldsOf(body);
    if (!Array.isArray(webhooks)) return unknown('the list is neither an array nor under webhooks');
    return seen(pagination === undefined ? 'object' : 'paginated');
  }),
  probe('webhooks.list.config', { needs: ['writes'] }, async (ctx) => {
    const { webhook_id } = await subscribe(ctx);
    const { body } = await ctx.call('listWebhooks');
    const list = objectsIn(Array.isArray(body) ? body : fieldsOf(body)['webhooks']);
    const own = list.find((one) => one['webhook_id'] === webhook_id);
    return own ? seen('config' in own ? 'shown' : 'hidden') : unknown('its own webhook is not in the list');
  }),
  probe('webhooks.delete.response', { needs: ['writes'] }, async (ctx) => {
    const { webhook_id } = await subscribe(ctx);
    const { status, body, text } = await ctx.call('deleteWebhook', { path: { webhook_id } });
    if (status === 204 || (isTaken(status) && text === '')) return seen('empty');
    const { message } = fieldsOf(body);
    return isTaken(status) && typeof message === 'string' ? seen('message') : unknown(`it answers ${status}`);
  }),
  probe('webhooks.delete.unknown-status', { needs: ['writes'] }, async ({ call }) => {
    return seen((await call('deleteWebhook', { path: { webhook_id: unknownId } })).status);
  }),
  probe('webhooks.create.duplicate-name-status', { needs: ['writes'] }, async (ctx) => {
    const name = ctx.mark('same-name');
    await subscribe(ctx, { name });
    return seen((await subscribe(ctx, { name })).status);
  }),
  probe('webhooks.create.unknown-event', { needs: ['writes'] }, async (ctx) => {
    const events = ['user-shoe-size-changed'] as unknown as WebhookRequest['events'];
    return takenAs('accept', (await subscribe(ctx, { events })).status);
  }),
  probe('webhooks.create.no-events', { needs: ['writes'] }, async (ctx) => {
    return takenAs('accept', (await subscribe(ctx, { events: [] })).status);
  }),
  probe('webhooks.create.url-schemes', { needs: ['writes'] }, async (ctx) => {
    const secure = await subscribe(ctx);
    const plain = await subscribe(ctx, { url: 'http://receiver.example/hooks' });
    if (!isTaken(secure.status)) return unknown(`an https URL got ${secure.status}`);
    return seen(isTaken(plain.status) ? 'http-and-https' : 'https-only');
  }),
];
