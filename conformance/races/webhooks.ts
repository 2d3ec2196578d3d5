import fc from 'fast-check';
import { type Check, type Context, check } from '../check.ts';
import { listedIds } from '../model/client.ts';
import { newWebhook } from '../steps/lawful-requests.ts';
import { fieldsOf } from '../target/read-json.ts';
import { partedBy } from './linearize.ts';
import { expectOneOrder, type Give, race, type Sent } from './race.ts';
import { type WebhookCommand, type WebhookOutcome, webhookModel } from './webhook-model.ts';

type Drawn = { kind: WebhookCommand['kind']; name: number };
type GiveWebhook = Give<WebhookCommand, WebhookOutcome>;

const several = <T>(one: fc.Arbitrary<T>, minLength: number, maxLength: number): fc.Arbitrary<T[]> =>
  fc.array(one, { minLength, maxLength, size: 'max' });
const commands = (...kinds: Drawn['kind'][]): fc.Arbitrary<Drawn> =>
  fc.record({ kind: fc.constantFrom(...kinds), name: fc.nat({ max: 1 }) });

type Made = { id: string; name: string };

/** What one client does; it deletes the latest webhook that it made itself. */
function client(ctx: Context, named: (number: number) => string, drawn: readonly Drawn[], made: Made[] = []) {
  return async (give: GiveWebhook): Promise<void> => {
    for (const { kind, name: number } of drawn) {
      if (kind === 'create') {
        const name = named(number);
        const { ids } = await give({ kind, name }, () => create(ctx, name));
        for (const id of ids) made.push({ id, name });
      } else if (kind === 'list') await give({ kind }, () => list(ctx));
      else {
        const one = made.pop();
        if (one) await give({ kind, ...one }, () => remove(ctx, one.id));
      }
    }
  };
}

async function create(ctx: Context, name: string): Promise<Sent<WebhookOutcome>> {
  const answer = await ctx.call('createWebhook', { body: newWebhook(ctx, { name }) });
  const { webhook_id } = fieldsOf(answer.body);
  const { status, body } = answer;
  return { status, body, ids: typeof webhook_id === 'string' ? [webhook_id] : [], answer };
}

async function remove(ctx: Context, webhook_id: string): Promise<Sent<WebhookOutcome>> {
  const answer = await ctx.call('deleteWebhook', { path: { webhook_id } });
  return { status: answer.status, body: answer.body, ids: [], answer };
}

async function list(ctx: Context): Promise<Sent<WebhookOutcome>> {
  const answer = await ctx.call('listWebhooks');
  return { status: answer.status, body: answer.body, ids: listedIds(answer), answer };
}

export const webhookRaces: readonly Check[] = [
  check('races.webhooks.name-taken-once', {
    uses: ['webhooks.create.duplicate-name-status', 'webhooks.delete.unknown-status'],
    given: several(several(commands('create', 'create', 'delete'), 0, 3), 2, 4),
    effort: 0.6,
    property: async (ctx, drawn) => {
      const names = [ctx.mark(), ctx.mark()];
      const named = (number: number): string => names[number] ?? '';
      // Each begins with the same name, so that there is always something to decide.
      const together = drawn.map((more) => client(ctx, named, [{ kind: 'create', name: 0 }, ...more]));
      const history = await race<WebhookCommand, WebhookOutcome>({ together });
      const nameOf = (command: WebhookCommand): string => (command.kind === 'list' ? '' : command.name);
      for (const part of partedBy(history, nameOf))
        expectOneOrder(webhookModel(ctx.known), part, 'webhooks of one name');
    },
  }),

  check('races.webhooks.one-order', {
    points: ['webhooks.list.shape'],
    uses: ['webhooks.create.duplicate-name-status', 'webhooks.delete.unknown-status'],
    given: fc.record({
      writers: several(several(commands('create', 'delete'), 0, 2), 1, 2),
      readers: several(several(commands('list'), 1, 2), 2, 2),
    }),
    effort: 0.6,
    property: async (ctx, { writers, readers }) => {
      // Every name is new: whether one is free is another matter.
      const named = (): string => ctx.mark();
      const made = writers.map((): Made[] => []);
      const create: Drawn = { kind: 'create', name: 0 };
      const remove: Drawn = { kind: 'delete', name: 0 };
      const history = await race<WebhookCommand, WebhookOutcome>({
        before: async (give) => {
          for (const own of made) await client(ctx, named, [create], own)(give);
        },
        together: [
          ...readers.map((drawn) => client(ctx, named, drawn)),
          // A list of two moments shows what never stood together.
          ...writers.map((more, at) =>
            client(ctx, named, [remove, create, remove, create, ...more], made[at]),
          ),
        ],
        after: async (give) => void (await give({ kind: 'list' }, () => list(ctx))),
      });
      const created = new Set(
        history.flatMap(({ command, outcome }) => (command.kind === 'create' ? outcome.ids : [])),
      );
      // Webhooks that others have made are no part of it.
      const ours = history.map((one) => ({
        ...one,
        outcome: { ...one.outcome, ids: one.outcome.ids.filter((id) => created.has(id)) },
      }));
      expectOneOrder(webhookModel(ctx.known), ours, 'webhooks that are made, listed and deleted at once');
    },
  }),
];
