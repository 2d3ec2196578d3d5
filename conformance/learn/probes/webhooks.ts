import type { WebhookRequest } from '../../../spec/types.ts';
import { fieldsOf, objectsIn } from '../../target/read-json.ts';
import { type AnyProbe, probe, seen, unknown, unknownId } from '../probe.ts';
import { subscribe } from './subscribe.ts';

const taken = (status: number): boolean => status >= 200 && status <= 299;
const refused = (status: number): boolean => status >= 400 && status <= 499;

/** How webhooks are created, listed and deleted. */
export const webhookProbes: readonly AnyProbe[] = [
  probe({
    point: 'webhooks.list.shape',
    needs: ['writes'],
    async learn(ctx) {
      await subscribe(ctx);
      const { body } = await ctx.call('listWebhooks');
      if (Array.isArray(body)) return seen('array');
      const { webhooks, pagination } = fieldsOf(body);
      if (!Array.isArray(webhooks)) return unknown('the list is neither an array nor under webhooks');
      return seen(pagination === undefined ? 'object' : 'paginated');
    },
  }),
  probe({
    point: 'webhooks.list.config',
    needs: ['writes'],
    async learn(ctx) {
      const { webhook_id } = await subscribe(ctx);
      const { body } = await ctx.call('listWebhooks');
      const list = objectsIn(Array.isArray(body) ? body : fieldsOf(body)['webhooks']);
      const own = list.find((one) => one['webhook_id'] === webhook_id);
      return own ? seen('config' in own ? 'shown' : 'hidden') : unknown('its own webhook is not in the list');
    },
  }),
  probe({
    point: 'webhooks.delete.response',
    needs: ['writes'],
    async learn(ctx) {
      const { webhook_id } = await subscribe(ctx);
      const { status, body, text } = await ctx.call('deleteWebhook', { path: { webhook_id } });
      if (status === 204 || (taken(status) && text === '')) return seen('empty');
      const { message } = fieldsOf(body);
      return taken(status) && typeof message === 'string' ? seen('message') : unknown(`it answers ${status}`);
    },
  }),
  probe({
    point: 'webhooks.delete.unknown-status',
    needs: ['writes'],
    async learn({ call }) {
      const { status } = await call('deleteWebhook', { path: { webhook_id: unknownId } });
      return seen(status);
    },
  }),
  probe({
    point: 'webhooks.create.duplicate-name-status',
    needs: ['writes'],
    async learn(ctx) {
      const name = ctx.mark('same-name');
      await subscribe(ctx, { name });
      const { status } = await subscribe(ctx, { name });
      return seen(status);
    },
  }),
  probe({
    point: 'webhooks.create.unknown-event',
    needs: ['writes'],
    async learn(ctx) {
      const events = ['user-shoe-size-changed'] as unknown as WebhookRequest['events'];
      const { status } = await subscribe(ctx, { events });
      return taken(status)
        ? seen('accept')
        : refused(status)
          ? seen('reject')
          : unknown(`it answers ${status}`);
    },
  }),
  probe({
    point: 'webhooks.create.no-events',
    needs: ['writes'],
    async learn(ctx) {
      const { status } = await subscribe(ctx, { events: [] });
      return taken(status)
        ? seen('accept')
        : refused(status)
          ? seen('reject')
          : unknown(`it answers ${status}`);
    },
  }),
  probe({
    point: 'webhooks.create.url-schemes',
    needs: ['writes'],
    async learn(ctx) {
      const secure = await subscribe(ctx);
      const plain = await subscribe(ctx, { url: 'http://receiver.example/hooks' });
      if (!taken(secure.status)) return unknown(`an https URL got ${secure.status}`);
      return seen(taken(plain.status) ? 'http-and-https' : 'https-only');
    },
  }),
];
