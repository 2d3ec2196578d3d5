import type { EventKind } from '../../../../spec/types.ts';
import { around, aroundArrangement, type Mutant, mutant } from '../mutant.ts';
import { emit, heardBy, misrouted, unsent } from './emission.ts';

const noSubscriptions = () => [];

/** Sandboxes that tell of the wrong occasions, or tell the wrong ones. */
export const occasionMutants: readonly Mutant[] = [
  mutant(
    'tells-of-each-payslip-of-a-connection',
    'events.payroll.on-connection',
    around('queryPayrollConnection', async (context, handler) => {
      const answer = await handler(context);
      const { entry_id, account_id, payroll_submissions = [] } = answer.body ?? {};
      const user_id = context.caller.kind === 'user' ? context.caller.userId : '';
      for (const _ of payroll_submissions)
        await emit(context, user_id, { kind: 'payroll', entry_id: entry_id ?? '', account_id });
      return answer;
    }),
  ),
  mutant(
    'says-nothing-of-direct-connections',
    'events.payroll.on-direct-connection',
    around('createDirectConnection', async (context, handler) =>
      handler({ ...context, client: await heardBy(context.client, '', noSubscriptions, context.services) }),
    ),
  ),
  mutant(
    'says-nothing-of-payslips',
    'events.payroll.on-payslip-upload',
    unsent(({ event, account_id }) => event === 'user-payroll-submitted' && account_id === null),
  ),
  mutant(
    'tells-of-queries-that-found-nothing',
    'events.payroll.not-when-empty',
    around('queryPayrollConnection', async (context, handler) => {
      const answer = await handler(context);
      const user_id = context.caller.kind === 'user' ? context.caller.userId : '';
      if (answer.body?.payroll_submissions.length === 0)
        await emit(context, user_id, { kind: 'payroll', account_id: answer.body.account_id });
      return answer;
    }),
  ),
  mutant(
    'says-nothing-of-statements',
    'events.bank-statement.on-extraction',
    unsent(({ event }) => event === 'user-bank-statement-submitted'),
  ),
  mutant(
    'tells-of-uploads-that-cannot-be-read',
    'events.bank-statement.not-without-extraction',
    aroundArrangement('inspectUser', async (context, handler) => {
      const answer = await handler(context);
      if (answer.body?.documents.some(({ state }) => state === 'rejected'))
        await emit(context, context.path.user_id, { kind: 'bank-statement', bank_statement_submissions: [] });
      return answer;
    }),
  ),
  mutant(
    'tells-of-mfa-answers',
    'events.none-on-account-linkage',
    around('submitMfa', async (context, handler) => {
      const answer = await handler(context);
      const owner = await context.client.users.ownerOf(context.path.account_id);
      if (owner) await emit(context, owner.user.user_id);
      return answer;
    }),
  ),
  mutant(
    'tells-every-user-of-a-new-configuration',
    'events.none-on-updates',
    around('updateConfiguration', async (context, handler) => {
      const answer = await handler(context);
      const { users } = await context.client.users.list(
        { offset: 0, limit: 1000, newestFirst: true },
        context.clientRecord,
      );
      for (const { user_id } of users) await emit(context, user_id);
      return answer;
    }),
  ),
  mutant(
    'forgets-users-who-were-there-before',
    'events.routing.every-user',
    ...misrouted((client) => async (all, user_id) => {
      const since = (await client.users.read(user_id))?.user.created_at ?? '';
      return all.filter(({ created_at }) => created_at < since);
    }),
  ),
  mutant(
    'delivers-to-the-first-subscription-alone',
    'events.routing.every-subscription',
    ...misrouted(() => (all) => all.slice(0, 1)),
  ),
  mutant(
    'delivers-kinds-that-were-not-listed',
    'events.routing.listed-kinds-only',
    ...misrouted(
      () => (all) =>
        all.map((one) => ({
          ...one,
          events: ['user-payroll-submitted', 'user-bank-statement-submitted'] satisfies EventKind[],
        })),
    ),
  ),
];
