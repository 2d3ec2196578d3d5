import fc from 'fast-check';
import type { Points } from '../../../spec/profile.ts';
import { type Check, type Context, check } from '../../judgement/check.ts';
import { newWebhook } from '../../steps/lawful-requests.ts';
import { isRefusal, isSuccess } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { listedIds } from '../model/client.ts';
import { partedBy, type SequentialModel } from './linearize.ts';
import { expectOneOrder, type Give, type Outcome, race, type Sent, seen } from './race.ts';

type Drawn = { kind: WebhookCommand['kind']; name: number };

const several = <T>(one: fc.Arbitrary<T>, minLength: number, maxLength: number): fc.Arbitrary<T[]> =>
  fc.array(one, { minLength, maxLength, size: 'max' });
const commands = (...kinds: Drawn['kind'][]): fc.Arbitrary<Drawn> =>
  fc.record({ kind: fc.constantFrom(...kinds), name: fc.nat({ max: 1 }) });

type Made = { id: string; name: string };

/** What one client does; it deletes the latest webhook that it made itself. */
function client(ctx: Context, named: (number: number) => string, drawn: readonly Drawn[], made: Made[] = []) {
  return async (give: Give<WebhookCommand, WebhookOutcome>): Promise<void> => {
    for (const { kind, name: number } of drawn) {
      if (kind === 'create') {
        const name = named(number);
        for (const id of (await give({ kind, name }, () => create(ctx, name))).ids) made.push({ id, name });
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
  return { ...seen(answer), ids: typeof webhook_id === 'string' ? [webhook_id] : [] };
}

const remove = async (ctx: Context, webhook_id: string): Promise<Sent<WebhookOutcome>> => ({
  ...seen(await ctx.call('deleteWebhook', { path: { webhook_id } })),
  ids: [],
});

async function list(ctx: Context): Promise<Sent<WebhookOutcome>> {
  const answer = await ctx.call('listWebhooks');
  return { ...seen(answer), ids: listedIds(answer) };
}

export const webhookRaces: readonly Check[] = [
  check('races.webhooks.name-taken-once', {
    uses: ['webhooks.create.duplicate-name-status', 'webhooks.delete.unknown-status'],
    given: several(several(commands('create', 'create', 'delete'), 0, 3), 2, 4),
    effort: 0.6,
  }).by(async (ctx, drawn) => {
    const names = [ctx.mark(), ctx.mark()];
    const named = (number: number): string => names[number] ?? '';
    // Each begins with the same name, so that there is always something to decide.
    const together = drawn.map((more) => client(ctx, named, [{ kind: 'create', name: 0 }, ...more]));
    const history = await race<WebhookCommand, WebhookOutcome>({ together });
    const nameOf = (command: WebhookCommand): string => (command.kind === 'list' ? '' : command.name);
    for (const part of partedBy(history, nameOf))
      expectOneOrder(webhookModel(ctx.known), part, 'webhooks of one name');
  }),

  check('races.webhooks.one-order', {
    points: ['webhooks.list.shape'],
    uses: ['webhooks.create.duplicate-name-status', 'webhooks.delete.unknown-status'],
    given: fc.record({
      writers: several(several(commands('create', 'delete'), 0, 2), 1, 2),
      readers: several(several(commands('list'), 1, 2), 2, 2),
    }),
    effort: 0.6,
  }).by(async (ctx, { writers, readers }) => {
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
        ...writers.map((more, at) => client(ctx, named, [remove, create, remove, create, ...more], made[at])),
      ],
      after: async (give) => void (await give({ kind: 'list' }, () => list(ctx))),
    });
    const creations = history.filter(({ command }) => command.kind === 'create');
    const created = new Set(creations.flatMap(({ outcome }) => outcome.ids));
    // Webhooks that others have made are no part of it.
    const ours = history.map((one) => ({
      ...one,
      outcome: { ...one.outcome, ids: one.outcome.ids.filter((id) => created.has(id)) },
    }));
    expectOneOrder(webhookModel(ctx.known), ours, 'webhooks that are made, listed and deleted at once');
  }),
];

type WebhookCommand =
  | { readonly kind: 'create'; readonly name: string }
  | { readonly kind: 'delete'; readonly name: string; readonly id: string }
  | { readonly kind: 'list' };

/** A created webhook's id, or the ids of a list that are the run's own, where there are any. */
type WebhookOutcome = Outcome & { readonly ids: readonly string[] };

type State = {
  readonly standing: readonly (readonly [id: string, name: string])[];
  /** Names of deleted webhooks; whether such a name is free again is open. */
  readonly used: readonly string[];
};

/** The subscriptions of a client: no two of one name, and a list of those that stand. */
function webhookModel(known: Partial<Points>): SequentialModel<State, WebhookCommand, WebhookOutcome> {
  const taken = known['webhooks.create.duplicate-name-status'];
  const unknown = known['webhooks.delete.unknown-status'];
  const created = (state: State, name: string, outcome: WebhookOutcome): readonly State[] => {
    const { standing, used } = state;
    const refused = isRefusal(outcome) && (taken ?? outcome.status) === outcome.status;
    if (standing.some((one) => one[1] === name)) return refused ? [state] : [];
    if (refused && used.includes(name)) return [state];
    const [id] = outcome.ids;
    if (!isSuccess(outcome) || id === undefined || standing.some((one) => one[0] === id)) return [];
    const after = [...standing, [id, name] as const].sort(([a], [b]) => (a < b ? -1 : 1));
    return [{ standing: after, used }];
  };
  const removed = (state: State, gone: string, outcome: WebhookOutcome): readonly State[] => {
    const found = state.standing.find(([id]) => id === gone);
    if (!found) return (unknown ?? outcome.status) === outcome.status ? [state] : [];
    const standing = state.standing.filter((one) => one !== found);
    const used = [...new Set([...state.used, found[1]])].sort();
    return isSuccess(outcome) ? [{ standing, used }] : [];
  };
  return {
    initial: { standing: [], used: [] },
    step: (state, command, outcome) => {
      if (command.kind === 'create') return created(state, command.name, outcome);
      if (command.kind === 'delete') return removed(state, command.id, outcome);
      return String([...outcome.ids].sort()) === String(state.standing.map(([id]) => id)) ? [state] : [];
    },
  };
}
