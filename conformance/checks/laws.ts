import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type Check, type Context, check } from '../check.ts';
import { expectSuccess, expectThat } from '../expect.ts';
import { newWebhook } from '../steps/lawful-requests.ts';
import { linkedUser } from '../steps/linked-user.ts';
import { findListed, listPoints } from '../steps/user-list.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { instantOf } from './expenditure/calendar.ts';
import { expectMonths } from './expenditure/estimates.ts';
import { payslipIn, readEstimate, readPoints, submissionOf } from './expenditure/person.ts';

type Listing = Context<'users.list.offset-meaning'>;

/** A request that is wrong in one place and right in all others, and what shows that nothing of it was done. */
type Refused = {
  send: () => Promise<ServiceResponse>;
  /** Sees the same before and after. */
  read: () => Promise<unknown>;
};

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

async function refusedOnes(ctx: Listing, json: Record<string, unknown>): Promise<Refused[]> {
  const { arrange, call, mark } = ctx;
  const { user_id } = await arrange.createUser({ forename: 'Ada', surname: 'Lark', ext_id: mark('user') });
  const name = mark('webhook');
  const listed = async () => (await findListed(ctx, [user_id])).get(user_id);
  const path = { user_id };
  return [
    { send: () => call('updateUser', { path, json }), read: listed },
    { send: () => call('updateUser', { path, json: { ...rightFields }, as: 'none' }), read: listed },
    { send: () => call('deleteUser', { path, as: 'none' }), read: listed },
    {
      send: () => call('createWebhook', { json: { ...newWebhook(ctx, { name }), url: 42 } }),
      read: async () => {
        const { body } = await call('listWebhooks');
        return JSON.stringify(body ?? null).includes(name);
      },
    },
    {
      send: () =>
        call('updateConfiguration', { json: { client_display_name: name, payroll_period_months: 'many' } }),
      read: async () => JSON.stringify((await call('getConfiguration')).body ?? null).includes(name),
    },
  ];
}

/** The law, over many operations, that a refusal changes nothing. */
export const refusalChecks: readonly Check[] = [
  check('errors.refused.changes-nothing', {
    needs: ['users'],
    points: listPoints,
    given: bodies,
    effort: 0.4,
    property: async (ctx, json) => {
      for (const { send, read } of await refusedOnes(ctx, json)) {
        const before = await read();
        const answer = await send();
        // Whether an ill-typed field is refused at all has clauses of its own.
        if (answer.status < 400) continue;
        const after = await read();
        expectThat(
          isDeepStrictEqual(after, before),
          `what it was before a refusal: ${JSON.stringify(before)}`,
          JSON.stringify(after) ?? 'nothing',
          answer,
        );
      }
    },
  }),

  check(
    'errors.refused.changes-nothing',
    { needs: ['users', 'tokens', 'accounts', 'authorisations'] },
    async (ctx) => {
      const { account_id, bearer } = await linkedUser(ctx, { account: { payroll: [{}, {}] } });
      const ask = (given: object) =>
        ctx.call('queryPayrollConnection', { ...given, as: { bearer } } as Parameters<
          typeof ctx.call<'queryPayrollConnection'>
        >[1]);
      for (const json of [{}, { account_id: 42 }, { account_id: 'none' }]) await ask({ json });
      await ctx.call('queryPayrollConnection', { body: { account_id }, as: 'none' });
      const answer = await ask({ body: { account_id } });
      const { payroll_submissions } = expectSuccess(answer, 201);
      expectThat(
        payroll_submissions.length === 2,
        'both payslips, which refused queries have not found',
        String(payroll_submissions.length),
        answer,
      );
    },
  ),
];

/** The law that what is deleted has no effect any more. */
export const deletedEntryCheck: Check = check('entries.delete.no-trace', {
  needs: ['users', 'entries'],
  uses: readPoints,
  given: fc.record({
    kept: fc.integer({ min: 1, max: 3 }),
    gone: fc.integer({ min: 1, max: 3 }),
    first: fc.boolean(),
  }),
  effort: 0.4,
  property: async (ctx, { kept, gone, first }) => {
    const months = ['2025-01', '2025-02', '2025-03', '2025-04', '2025-05', '2025-06'] as const;
    const { user_id } = await ctx.arrange.createUser({ date_of_birth: instantOf('1986-09-14') });
    if (ctx.known['authorisations.reads']?.includes('getOnsExpenditure')) await ctx.arrange.accept(user_id);
    const put = (some: readonly (typeof months)[number][]) =>
      ctx.arrange.createEntry(
        user_id,
        some.map((month) => submissionOf(payslipIn(month))),
      );
    const stays = months.slice(0, kept);
    const goes = months.slice(kept, kept + gone);
    const deleted = first ? await put(goes) : undefined;
    await put(stays);
    const { entry_id } = deleted ?? (await put(goes));
    expectMonths(await readEstimate(ctx, user_id), [...stays, ...goes], 'the months of both entries');
    expectSuccess(await ctx.call('deleteEntry', { path: { entry_id } }), 200);
    expectMonths(
      await readEstimate(ctx, user_id),
      stays,
      `the months, but for ${goes.join(', ')} of the deleted entry,`,
    );
  },
});
