import fc from 'fast-check';
import { type Check, check } from '../../check.ts';
import { bearerRequests, newWebhook } from '../../steps/lawful-requests.ts';
import { listPoints } from '../../steps/user-list.ts';
import type { ServiceResponse } from '../../target/exchange.ts';
import {
  expectUnchanged,
  type Listing,
  stateOf,
  type WholeUser,
  wholeNeeds,
  wholeUser,
} from './whole-user.ts';

/** Right and wrong fields of a user, which a body holds in any order. */
const rightFields = { forename: 'Marked', surname: 'Marked', post_codes: ['M1 1AE'], ext_id: 'marked' };
const wrongFields = { date_of_birth: 42, recurring_checks_enabled: 'perhaps', payroll_period_months: 'many' };

const bodies = fc
  .record({
    right: fc.shuffledSubarray(Object.entries(rightFields), { minLength: 1 }),
    wrong: fc.constantFrom(...Object.entries(wrongFields)),
    wrongFirst: fc.boolean(),
  })
  .map(({ right, wrong, wrongFirst }) =>
    Object.fromEntries(wrongFirst ? [wrong, ...right] : [...right, wrong]),
  );

/** For every operation that writes, requests that are wrong in one place and right in all others. */
function refusedOnes(
  { call }: Listing,
  { user_id, account_id, waiting, entry_id, bearer }: WholeUser,
  json: object,
  name: string,
): (() => Promise<ServiceResponse>)[] {
  const path = { user_id };
  const { queryPayrollConnection, presignBankStatements } = bearerRequests({ account_id });
  const strangers = [{ apiKey: 'wrong-key' }, 'none'] as const;
  return [
    () => call('updateUser', { path, json }),
    () => call('createWebhook', { json: { ...newWebhook({ mark: () => name }), url: 42 } }),
    () => call('updateConfiguration', { json: { client_display_name: name, payroll_period_months: 'many' } }),
    () => call('submitMfa', { path: { account_id: waiting }, json: { mfa: 1234 } }),
    () => call('queryPayrollConnection', { json: { account_id: [account_id] }, as: { bearer } }),
    () => call('createDirectConnection', { json: { user_id: [user_id] } }),
    () => call('queryPayrollConnection', { ...queryPayrollConnection, as: { bearer: 'wrong-token' } }),
    () => call('presignBankStatements', { ...presignBankStatements, as: { bearer: 'wrong-token' } }),
    ...strangers.flatMap((as) => [
      () => call('updateUser', { path, json: rightFields, as }),
      () => call('deleteUser', { path, as }),
      () => call('deleteAccount', { path: { account_id }, as }),
      () => call('deleteEntry', { path: { entry_id }, as }),
      () => call('submitMfa', { path: { account_id: waiting }, body: { mfa: '1234' }, as }),
      () => call('createDirectConnection', { body: { user_id }, as }),
      () => call('queryPayrollConnection', { body: { account_id }, as }),
      () => call('createWebhook', { json: newWebhook({ mark: () => name }), as }),
      () => call('updateConfiguration', { json: { client_display_name: name }, as }),
    ]),
  ];
}

/** The law, over all operations that write, that a refusal changes nothing. */
export const refusalLaws: readonly Check[] = [
  check('errors.refused.changes-nothing', {
    law: true,
    needs: wholeNeeds,
    points: listPoints,
    given: bodies,
    effort: 0.25,
    property: async (ctx, json) => {
      const user = await wholeUser(ctx);
      const name = ctx.mark('refused');
      const shows = async (list: 'listWebhooks' | 'getConfiguration') =>
        (await ctx.call(list)).text.includes(name);
      const read = async () => ({
        ...(await stateOf(ctx, user.user_id)),
        webhook: await shows('listWebhooks'),
        setting: await shows('getConfiguration'),
      });
      let before = await read();
      for (const send of refusedOnes(ctx, user, json, name)) {
        // Whether it is refused at all has clauses of its own.
        if ((await send()).status < 400) before = await read();
      }
      expectUnchanged(await read(), before, 'a user about whom requests were refused');
    },
  }),
];
