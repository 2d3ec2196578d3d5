import type { HandlerContext, HandlerResult } from '../../../simulator/http/context.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { after, around, asClient, type Defect, mutantsOf } from './mutant.ts';

/** Long enough for a request that came at the same time to get in between. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

/** Concurrent requests for one thing share the answer of the first, as in a careless cache. */
function sharesAnswers<Id extends OperationId>(
  operation: Id,
  thing: (context: HandlerContext<Id>) => string | undefined,
): Defect {
  const underWay = new Map<string, Promise<HandlerResult<Id>>>();
  return around<Id>(operation, (context, handler) => {
    const key = thing(context) ?? '';
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
    after('deleteAccount', async (context) => {
      gone.add(context.path.account_id);
    }),
    around('queryPayrollConnection', async (context, handler) => {
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
  const isOff = (body: object): boolean =>
    'payroll_connections_enabled' in body && body.payroll_connections_enabled === false;
  return [
    after('updateUser', async (context) => {
      if (isOff(context.body)) off.add(context.path.user_id);
      else off.delete(context.path.user_id);
    }),
    around('queryPayrollConnection', async (context, handler) => {
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

/** Broken sandboxes whose defect no single client can see: what was looked at has changed when it is acted upon. */
export const raceMutants = mutantsOf('races.', {
  'users.one-order: loses-updates-that-cross': around('updateUser', async (context, handler) => {
    const { user_id: _, created_at: _at, ...before } = (await handler({ ...context, body: {} })).body ?? {};
    await pause();
    return handler({ ...context, body: { ...before, ...context.body } });
  }),
  'users.one-order: loses-deletions-that-cross-updates': losesDeletionsThatCross(),
  'users.one-order: deletes-users-twice-at-once': sharesAnswers('deleteUser', ({ path }) => path.user_id),
  'configuration.one-order: loses-settings-that-cross': around(
    'updateConfiguration',
    async (context, handler) => {
      const { configuration: before } = await context.client.state.read();
      await pause();
      return handler({ ...context, body: { ...before, ...context.body } });
    },
  ),
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
  'webhooks.name-taken-once: takes-one-name-twice-at-once': around(
    'createWebhook',
    async (context, handler) => {
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
    },
  ),
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
    'queryPayrollConnection',
    ({ body }) => body.account_id,
  ),
  'payroll.query-against-deletion: finds-nothing-while-the-account-goes': takesAbsenceForNothing(),
  'payroll.query-against-settings: writes-the-user-back-after-a-query': writesTheUserBack(),
  'accounts.mfa-answered-once: takes-mfa-answers-twice-at-once': sharesAnswers(
    'submitMfa',
    ({ path }) => path.account_id,
  ),
  'entries.deleted-once: deletes-entries-twice-at-once': sharesAnswers(
    'deleteEntry',
    ({ path }) => path.entry_id,
  ),
});
