import type { EventKind } from '../../../../spec/types.ts';
import { around, aroundArrangement, mutantsOf } from '../mutant.ts';
import { emit, heardBy, misrouted, unsent } from './emission.ts';

const noSubscriptions = () => [];

export const occasionMutants = mutantsOf({
  'events.payroll.on-connection: tells-of-each-payslip-of-a-connection': around(
    'queryPayrollConnection',
    async (context, handler) => {
      const answer = await handler(context);
      const { entry_id, account_id, payroll_submissions = [] } = answer.body ?? {};
      const user_id = context.caller.kind === 'user' ? context.caller.userId : '';
      for (const _ of payroll_submissions)
        await emit(context, user_id, { kind: 'payroll', entry_id: entry_id ?? '', account_id });
      return answer;
    },
  ),
  'events.payroll.on-direct-connection: says-nothing-of-direct-connections': around(
    'createDirectConnection',
    async (context, handler) =>
      handler({ ...context, client: await heardBy(context.client, '', noSubscriptions, context.services) }),
  ),
  'events.payroll.on-payslip-upload: says-nothing-of-payslips': unsent(
    ({ event, account_id }) => event === 'user-payroll-submitted' && account_id === null,
  ),
  'events.payroll.not-when-empty: tells-of-queries-that-found-nothing': around(
    'queryPayrollConnection',
    async (context, handler) => {
      const answer = await handler(context);
      const user_id = context.caller.kind === 'user' ? context.caller.userId : '';
      if (answer.body?.payroll_submissions.length === 0)
        await emit(context, user_id, { kind: 'payroll', account_id: answer.body.account_id });
      return answer;
    },
  ),
  'events.bank-statement.on-extraction: says-nothing-of-statements': unsent(
    ({ event }) => event === 'user-bank-statement-submitted',
  ),
  'events.bank-statement.not-without-extraction: tells-of-uploads-that-cannot-be-read': aroundArrangement(
    'inspectUser',
    async (context, handler) => {
      const answer = await handler(context);
      if (answer.body?.documents.some(({ state }) => state === 'rejected'))
        await emit(context, context.path.user_id, { kind: 'bank-statement', bank_statement_submissions: [] });
      return answer;
    },
  ),
  'events.none-on-account-linkage: tells-of-mfa-answers': around('submitMfa', async (context, handler) => {
    const answer = await handler(context);
    const owner = await context.client.users.ownerOf(context.path.account_id);
    if (owner) await emit(context, owner.user.user_id);
    return answer;
  }),
  'events.none-on-updates: tells-every-user-of-a-new-configuration': around(
    'updateConfiguration',
    async (context, handler) => {
      const answer = await handler(context);
      const { users } = await context.client.users.list(
        { offset: 0, limit: 1000, newestFirst: true },
        context.clientRecord,
      );
      for (const { user_id } of users) await emit(context, user_id);
      return answer;
    },
  ),
  'events.routing.every-user: forgets-users-who-were-there-before': misrouted(
    (client) => async (all, user_id) => {
      const since = (await client.users.read(user_id))?.user.created_at ?? '';
      return all.filter(({ created_at }) => created_at < since);
    },
  ),
  'events.routing.every-subscription: delivers-to-the-first-subscription-alone': misrouted(
    () => (all) => all.slice(0, 1),
  ),
  'events.routing.every-subscription: delivers-once-to-each-address': misrouted(
    () => (all) => all.filter(({ url }, at) => all.findIndex((one) => one.url === url) === at),
  ),
  'events.routing.listed-kinds-only: delivers-kinds-that-were-not-listed': misrouted(
    () => (all) =>
      all.map((one) => ({
        ...one,
        events: ['user-payroll-submitted', 'user-bank-statement-submitted'] satisfies EventKind[],
      })),
  ),
});
