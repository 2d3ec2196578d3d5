import fc from 'fast-check';
import type { RequestBody } from '../../../spec/operations.ts';
import type { ClientConfigurationUpdate } from '../../../spec/types.ts';
import { configurationUpdates } from '../../arbitraries/user-updates.ts';
import { eventKinds } from '../../arbitraries/webhooks.ts';
import { expectEqual, expectSuccess, expectThat } from '../../judgement/expect.ts';
import { CannotArrange } from '../../judgement/failure.ts';
import { settingsOf } from '../../predicates/settings.ts';
import { webhooksIn } from '../../predicates/webhooks.ts';
import { newWebhook } from '../../steps/lawful-requests.ts';
import { isSuccess, type ServiceResponse } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { about, type Command, command, type Model, type ModelWebhook, type Real } from './model.ts';
import { addUser, changeUser, removeUser } from './users.ts';

export function listedIds(answer: ServiceResponse<'listWebhooks'>): string[] {
  expectSuccess(answer, 200);
  const { webhooks, pagination } = fieldsOf(answer.body);
  const isList = Array.isArray(answer.body) || Array.isArray(webhooks);
  expectThat(isList, 'a list of webhooks', answer.text.slice(0, 200), answer);
  const { count, total_count } = fieldsOf(pagination);
  if (Number(total_count) > Number(count))
    throw new CannotArrange('the list shows a part of the webhooks only');
  return webhooksIn(answer).map(({ webhook_id }) => String(webhook_id));
}

/** Compares the list with the model, and ignores webhooks that the suite has not made. */
async function lookAtWebhooks({ webhooks }: Model, { ctx, focus }: Real): Promise<void> {
  if (focus !== 'webhooks') return;
  const answer = await ctx.call('listWebhooks');
  const idsOf = (own: readonly ModelWebhook[]) => own.map(({ webhook_id }) => webhook_id);
  const listed = listedIds(answer).filter((id) => idsOf(webhooks).includes(id));
  const standing = idsOf(webhooks.filter(({ alive }) => alive));
  expectEqual(listed.sort(), standing.sort(), 'those of its own webhooks that are listed', answer);
}

async function lookAtConfiguration({ configuration }: Model, { ctx, focus }: Real): Promise<void> {
  if (focus !== 'configuration') return;
  const answer = await ctx.call('getConfiguration');
  const shown = settingsOf(expectSuccess(answer, 200), Object.keys(configuration));
  expectEqual(shown, settingsOf(configuration), 'what was set by the updates', answer);
}

type Events = RequestBody<'createWebhook'>['events'];

async function addWebhook({ webhooks }: Model, { ctx }: Real, events: Events): Promise<void> {
  const body = newWebhook(ctx, { events });
  const answer = await ctx.call('createWebhook', { body });
  const { webhook_id } = fieldsOf(answer.body);
  if (isSuccess(answer) && typeof webhook_id === 'string')
    webhooks.push({ webhook_id, name: body.name, alive: true });
}

async function removeWebhook({ ctx }: Real, one: ModelWebhook): Promise<void> {
  const { webhook_id } = one;
  if (isSuccess(await ctx.call('deleteWebhook', { path: { webhook_id } }))) one.alive = false;
}

async function configure(model: Model, { ctx }: Real, body: ClientConfigurationUpdate): Promise<void> {
  const answer = await ctx.call('updateConfiguration', { body });
  if (isSuccess(answer)) model.configuration = { ...model.configuration, ...body };
}

/** What else a client can change is changed once, and settings and webhooks are as they were: an order that may not be drawn. */
export async function sweepClient(model: Model, real: Real): Promise<void> {
  const isOfWebhooks = real.focus === 'webhooks';
  if (!isOfWebhooks) await configure(model, real, { client_display_name: 'Ada' });
  for (let n = 0; n < 2; n++) await addWebhook(model, real, [...eventKinds]);
  for (const one of model.webhooks.slice(1)) await removeWebhook(real, one);
  if (isOfWebhooks) await configure(model, real, { client_display_name: 'Ada' });
  const user = await addUser(model, real);
  await changeUser(real, user, { forename: 'Ada' });
  await removeUser(model, real, user);
  await lookAtWebhooks(model, real);
  await lookAtConfiguration(model, real);
}

const always = (): boolean => true;

export const clientCommands = {
  createWebhook: fc
    .subarray([...eventKinds], { minLength: 1 })
    .map((events) =>
      command(`createWebhook(${events.length} kinds)`, always, (model, real) =>
        addWebhook(model, real, events),
      ),
    ),
  deleteWebhook: about(
    'deleteWebhook',
    ({ webhooks }) => webhooks,
    (_, real, one) => removeWebhook(real, one),
  ),
  listWebhooks: fc.constant(command('listWebhooks()', always, lookAtWebhooks)),
  updateConfiguration: configurationUpdates.map((body) =>
    command(`updateConfiguration(${JSON.stringify(body)})`, always, (model, real) =>
      configure(model, real, body),
    ),
  ),
  getConfiguration: fc.constant(command('getConfiguration()', always, lookAtConfiguration)),
} as const satisfies Record<string, fc.Arbitrary<Command>>;
