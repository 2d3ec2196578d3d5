import type { HandlerContext, HandlerResult } from '../../../simulator/http/context.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { writes } from '../../checks/laws/at-once.ts';
import { after, around, asClient, type Defect, idIn, type Mutant, mutantsOf } from './mutant.ts';

const query = 'queryPayrollConnection';
const configure = 'updateConfiguration';
const create = 'createWebhook';

/** Long enough for a request that came at the same time to get in between. */
const pause = (ms = 50): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Concurrent requests for one thing share the answer of the first, as in a careless cache. */
function sharesAnswers<Id extends OperationId>(
  operation: Id,
  thing: (context: HandlerContext<Id>) => string = idIn,
): Defect {
  const underWay = new Map<string, Promise<HandlerResult<Id>>>();
  return around<Id>(operation, (context, handler) => {
    const key = thing(context);
    const shared = underWay.get(key) ?? pause().then(() => handler(context));
    underWay.set(key, shared);
    return shared.finally(() => underWay.delete(key));
  });
}

function losesDeletionsThatCross(): Defect[] {
  const updated = new Set<string>();
  return [
    around('updateUser', async (context, handler) => {
      const { user_id } = context.path;
      updated.add(user_id);
      await pause();
      return handler(context).finally(() => updated.delete(user_id));
    }),
    around('deleteUser', async (context, handler) =>
      updated.has(context.path.user_id) ? { status: 200, body: { message: 'Deleted' } } : handler(context),
    ),
  ];
}

/** Finds the account at first, and takes its absence later on for one that holds nothing. */
function takesAbsenceForNothing(): Defect[] {
  const gone = new Set<string>();
  return [
    after('deleteAccount', ({ path }) => gone.add(path.account_id)),
    around(query, async (context, handler) => {
      const { account_id = '' } = context.body;
      const there = !gone.has(account_id);
      await pause();
      return handler(context).catch((refusal: unknown) => {
        if (!there || !gone.has(account_id)) throw refusal;
        const body = { account_id, entry_id: null, payroll_submissions: [], authorisation_id: account_id };
        return { status: 201, body };
      });
    }),
  ];
}

function writesTheUserBack(): Defect[] {
  const off = new Set<string>();
  return [
    after('updateUser', ({ body, path }) => {
      if (body.payroll_connections_enabled === false) off.add(path.user_id);
      else off.delete(path.user_id);
    }),
    around(query, async (context, handler) => {
      const user_id = context.caller.kind === 'user' ? context.caller.userId : '';
      const was = off.has(user_id);
      const answer = await handler(context);
      await pause();
      if (!was && off.has(user_id))
        await context.client.users.change(user_id, ({ user }) => ({
          changedFields: { user: { ...user, payroll_connections_enabled: true } },
          result: undefined,
        }));
      return answer;
    }),
  ];
}

/** Concurrent requests all do what the last of them asks: one shared variable, or one a client. */
function doesTheLastOfThose(operation: OperationId, isForAll: boolean): Defect {
  const last = new Map<unknown, unknown>();
  return around(operation, async (context, handler) => {
    const whose = isForAll || context.client;
    last.set(whose, context);
    await pause(20);
    return handler(last.get(whose) as typeof context);
  });
}

/** Requests under way at once that are mixed up, for every operation that writes. */
const mixedUp = Object.entries(writes).flatMap(([operation, { clause, among }]) =>
  [false, true]
    .filter((isForAll) => among !== (isForAll ? 'users' : 'clients'))
    .map((isForAll): Mutant => {
      const kebab = operation.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
      const defects = [doesTheLastOfThose(operation as OperationId, isForAll)];
      return {
        name: `mixes-up-${kebab}-of-${isForAll ? 'all-clients' : 'one-client'}-at-once`,
        clause,
        defects,
      };
    }),
);

/** Broken sandboxes whose defect no single client can see: what was looked at has changed when it is acted upon. */
const orderMutants = mutantsOf('races.', {
  'users.one-order: loses-updates-that-cross': around('updateUser', async (context, handler) => {
    const { user_id: _, created_at: _at, ...before } = (await handler({ ...context, body: {} })).body ?? {};
    await pause();
    return handler({ ...context, body: { ...before, ...context.body } });
  }),
  'users.one-order: loses-deletions-that-cross-updates': losesDeletionsThatCross(),
  'users.one-order: deletes-users-twice-at-once': sharesAnswers('deleteUser'),
  'configuration.one-order: loses-settings-that-cross': around(configure, async (context, handler) => {
    const { configuration: before } = await context.client.state.read();
    await pause();
    return handler({ ...context, body: { ...before, ...context.body } });
  }),
  'configuration.one-order: answers-with-settings-of-a-while-ago': around(
    'getConfiguration',
    async (context, handler) => {
      const before = await handler(context);
      await pause();
      const now = await handler(await asClient(context, context.client));
      // Half of it from the one look, half from the other.
      return {
        ...now,
        body: now.body && { ...now.body, client_display_name: before.body?.client_display_name },
      };
    },
  ),
  'webhooks.name-taken-once: takes-one-name-twice-at-once': around(create, async (context, handler) => {
    const { name } = context.body;
    const { webhooks } = await context.client.state.read();
    const taken = Object.values(webhooks).some((webhook) => webhook.name === name);
    await pause();
    if (taken) return handler(context);
    return handler(context).catch(async () => {
      const other = { ...context.body, name: context.services.ids.uuid() };
      const answer = await handler({ ...context, body: other });
      return { ...answer, body: answer.body && { ...answer.body, name } };
    });
  }),
  'webhooks.one-order: lists-webhooks-of-two-moments': around('listWebhooks', async (context, handler) => {
    const before = await handler(context);
    await pause();
    const now = await handler(await asClient(context, context.client));
    const fresh = (now.body?.webhooks ?? []).filter(
      ({ webhook_id }) => !before.body?.webhooks.some((one) => one.webhook_id === webhook_id),
    );
    return { ...now, body: { webhooks: [...(before.body?.webhooks ?? []), ...fresh] } };
  }),
  'payroll.retrieved-once: retrieves-payslips-twice-at-once': sharesAnswers(
    query,
    ({ body }) => body.account_id ?? '',
  ),
  'payroll.query-against-deletion: finds-nothing-while-the-account-goes': takesAbsenceForNothing(),
  'payroll.query-against-settings: writes-the-user-back-after-a-query': writesTheUserBack(),
  'accounts.mfa-answered-once: takes-mfa-answers-twice-at-once': sharesAnswers('submitMfa'),
  'entries.deleted-once: deletes-entries-twice-at-once': sharesAnswers('deleteEntry'),
});

export const raceMutants = [...mixedUp, ...orderMutants];
