import fc from 'fast-check';
import { configurationUpdates } from '../../arbitraries/user-updates.ts';
import { eventKinds } from '../../arbitraries/webhooks.ts';
import { expectEqual, expectSuccess, expectThat } from '../../judgement/expect.ts';
import { CannotArrange } from '../../judgement/failure.ts';
import { type ConfigurationField, settingsOf } from '../../predicates/settings.ts';
import { newWebhook } from '../../steps/lawful-requests.ts';
import { isSuccess, type ServiceResponse } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { type Command, command, type Model, pick, type Real } from './model.ts';

export const createWebhook: fc.Arbitrary<Command> = fc
  .subarray([...eventKinds], { minLength: 1 })
  .map((events) =>
    command(
      `createWebhook(${events.length} kinds)`,
      () => true,
      async (model, { ctx }) => {
        const body = newWebhook(ctx, { events });
        const answer = await ctx.call('createWebhook', { body });
        const { webhook_id } = fieldsOf(answer.body);
        if (isSuccess(answer) && typeof webhook_id === 'string')
          model.webhooks.push({ webhook_id, name: body.name, alive: true });
      },
    ),
  );

export const deleteWebhook: fc.Arbitrary<Command> = fc.nat({ max: 9 }).map((number) =>
  command(
    `deleteWebhook(${number})`,
    ({ webhooks }) => webhooks.length > 0,
    async (model, { ctx }) => {
      const one = pick(model.webhooks, number);
      const { webhook_id } = one;
      const { status } = await ctx.call('deleteWebhook', { path: { webhook_id } });
      if (isSuccess({ status })) one.alive = false;
    },
  ),
);

export function listedIds(answer: ServiceResponse<'listWebhooks'>): string[] {
  expectSuccess(answer, 200);
  type Listed = { webhook_id: string }[];
  const { webhooks, pagination } = answer.body as {
    webhooks?: Listed;
    pagination?: { count: number; total_count: number };
  };
  const list = Array.isArray(answer.body) ? (answer.body as Listed) : webhooks;
  expectThat(Array.isArray(list), 'a list of webhooks', answer.text.slice(0, 200), answer);
  if (pagination && pagination.total_count > pagination.count)
    throw new CannotArrange('the list shows a part of the webhooks only');
  return list.map(({ webhook_id }) => webhook_id);
}

/** Compares the list with the model, and ignores webhooks that the suite has not made. */
export async function lookAtWebhooks({ webhooks }: Model, { ctx, focus }: Real): Promise<void> {
  if (focus !== 'webhooks') return;
  const answer = await ctx.call('listWebhooks');
  const ids = listedIds(answer);
  const own = webhooks.map(({ webhook_id }) => webhook_id);
  expectEqual(
    ids.filter((id) => own.includes(id)).sort(),
    webhooks
      .filter(({ alive }) => alive)
      .map(({ webhook_id }) => webhook_id)
      .sort(),
    'those of its own webhooks that are listed',
    answer,
  );
}

export const listWebhooks: fc.Arbitrary<Command> = fc.constant(
  command('listWebhooks()', () => true, lookAtWebhooks),
);

export const updateConfiguration: fc.Arbitrary<Command> = configurationUpdates.map((body) =>
  command(
    `updateConfiguration(${JSON.stringify(body)})`,
    () => true,
    async (model, { ctx }) => {
      const { status } = await ctx.call('updateConfiguration', { body });
      if (isSuccess({ status })) model.configuration = { ...model.configuration, ...body };
    },
  ),
);

export async function lookAtConfiguration({ configuration }: Model, { ctx, focus }: Real): Promise<void> {
  if (focus !== 'configuration') return;
  const answer = await ctx.call('getConfiguration');
  const shown = expectSuccess(answer, 200);
  const touched = Object.fromEntries(
    Object.keys(configuration).map((name) => [name, shown[name as ConfigurationField]]),
  );
  expectEqual(settingsOf(touched), settingsOf(configuration), 'what was set by the updates', answer);
}

export const getConfiguration: fc.Arbitrary<Command> = fc.constant(
  command('getConfiguration()', () => true, lookAtConfiguration),
);
