import fc from 'fast-check';
import { isObject } from '../../spec/json.ts';
import { ifOffered } from '../arrange/offers.ts';
import type { NewAccount } from '../judgement/arrangement.ts';
import { type Calling, type Check, type Context, checkWith } from '../judgement/check.ts';
import { expectEqual, expectShape, expectSuccess, expectThat, expectTwin } from '../judgement/expect.ts';
import { NotApplicable } from '../judgement/failure.ts';
import { answerCheck, expectLaw } from '../predicates/laws.ts';
import { lawful } from '../steps/lawful-requests.ts';
import { authorisedUser, waitingAccount } from '../steps/linked-user.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { midnights } from '../values/instants.ts';
import { specials } from '../values/table.ts';
import { identifiers, textsOf } from '../values/text.ts';
import { accountDeletionChecks } from './deletions.ts';
import { wrongBodyChecks } from './wrong-bodies.ts';

const needs = ['users', 'accounts', 'authorisations'] as const;
const accountCheck = checkWith({ needs });
const entryCheck = checkWith({ needs: [...needs, 'entries'] });

async function waiting({ arrange }: Context, user_id: string, mfa: string, more: NewAccount = {}) {
  const { account_id } = await arrange.linkAccount(user_id, { payroll: [], ...more, mfa_enabled: true, mfa });
  return account_id;
}

const answer = ({ call }: Calling, account_id: string, mfa: string) =>
  call('submitMfa', { path: { account_id }, body: { mfa } });

function expectNoLongerPending(right: ServiceResponse<'submitMfa'>): void {
  const { status } = expectSuccess(right, 200);
  expectThat(status !== 'PENDING', 'a status other than PENDING after the right answer', `${status}`, right);
}

/** An entry of an account, with payslips that were paid on these days. */
function paid({ arrange, arranged }: Context<never, string>, account_id: string, days: readonly string[]) {
  const payroll = days.map((pay_date) => ({ income_information: { pay_date } }));
  return arrange.createEntry(arranged, payroll, account_id);
}

const codes = textsOf('0123456789', 4, 8);
const dates = midnights(1930, 2030).chain((instant) => {
  const [year, month, day] = instant.slice(0, 10).split('-');
  return fc.constantFrom(`${year}-${month}-${day}`, `${day}/${month}/${year}`);
});
const keyboard = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?$%&*@#';
const passwordCharacters = textsOf(keyboard, 2, 6);

export const accountChecks: readonly Check[] = [
  accountCheck('accounts.shape.pending-while-awaited').by(async (ctx) => {
    const linked = await ctx.arrange.linkAccount(await authorisedUser(ctx), waitingAccount);
    expectEqual(linked.status, 'PENDING', 'the status of an account that waits for its MFA answer');
    expectNoLongerPending(await answer(ctx, linked.account_id, '1234'));
  }),

  answerCheck(
    'accounts.mfa.answers-with-account',
    { needs, arrange: authorisedUser, given: codes, effort: 0.5 },
    async (ctx, code) => answer(ctx, await waiting(ctx, ctx.arranged, code), code),
  ),

  // Wrong, and then right: one wrong answer is not the last at a provider that allows several.
  ...(['accounts.mfa.answers-with-account', 'accounts.shape.pending-while-awaited'] as const).map((clause) =>
    accountCheck(clause, { law: true }).by(async (ctx) => {
      const { providers } = expectSuccess(await ctx.call('listProviders'), 200);
      const provider = providers.filter(isObject).find((one) => Number(one.max_login_attempts) > 2);
      if (!provider) throw new NotApplicable('no provider allows three login attempts');
      const user_id = await authorisedUser(ctx);
      const account_id = await waiting(ctx, user_id, '1234', { payroll_provider: provider.id });
      const wrong = await answer(ctx, account_id, '4321');
      if (wrong.status < 400) throw new NotApplicable('a wrong answer is taken here');
      const right = await answer(ctx, account_id, '1234');
      expectLaw('accounts.mfa.answers-with-account', right);
      if (clause === 'accounts.shape.pending-while-awaited') expectNoLongerPending(right);
    }),
  ),

  accountCheck('accounts.mfa.any-kind-of-text', {
    arrange: authorisedUser,
    given: fc.record({ code: codes, date: dates, characters: passwordCharacters }),
    always: specials.texts.map((characters) => ({ code: '0042', date: '2000-02-29', characters })),
    effort: 0.5,
  }).by(async (ctx, kinds) => {
    for (const [kind, text] of Object.entries(kinds)) {
      const account_id = await waiting(ctx, ctx.arranged, text);
      expectSuccess(await answer(ctx, account_id, text), 200, `for the right answer, a ${kind}`);
    }
  }),

  ...wrongBodyChecks('submitMfa', {
    needs,
    missing: 'accounts.mfa.missing-answer-named',
    illTyped: 'accounts.mfa.ill-typed-answer',
    request: lawful.submitMfa,
  }),

  accountCheck('accounts.shape.types', {
    arrange: authorisedUser,
    given: fc.record({ payroll: fc.constantFrom<object[]>([], [{}]), mfa: codes }),
    effort: 0.4,
  }).by(async (ctx, { payroll, mfa }) => {
    const given = await answer(ctx, await waiting(ctx, ctx.arranged, mfa, { payroll }), mfa);
    expectSuccess(given, 200);
    expectShape(given);
  }),

  accountCheck('accounts.shape.as-linked', {
    uses: ['accounts.mfa.not-pending-status'],
    arrange: async (ctx) => {
      const { providers } = expectSuccess(await ctx.call('listProviders'), 200);
      // Their shape is judged elsewhere.
      return { user_id: await authorisedUser(ctx), providers: providers.filter(isObject) };
    },
    given: ({ arranged: { providers } }) =>
      fc.record({
        provider: providers.length > 0 ? fc.constantFrom(...providers) : fc.constant(undefined),
        user_name: identifiers.map((text) => `login-${text}`),
        // An account without MFA is shown only where answering for it is no mistake.
        mfa_enabled: fc.boolean(),
      }),
    always: ({ arranged: { providers } }) =>
      specials.texts.map((user_name, at) => ({ provider: providers[at], user_name, mfa_enabled: true })),
    effort: 0.4,
  }).by(async (ctx, { provider, user_name, mfa_enabled: wanted }) => {
    const mfa_enabled = wanted || ctx.known['accounts.mfa.not-pending-status'] !== 200;
    const { account_id } = await ctx.arrange.linkAccount(ctx.arranged.user_id, {
      payroll_provider: provider?.id,
      mfa: mfa_enabled ? '1234' : undefined,
      user_name,
      mfa_enabled,
      payroll: [],
    });
    const given = await answer(ctx, account_id, '1234');
    const account = expectSuccess(given, 200);
    expectEqual(account.user_name, user_name, 'the login', given);
    expectEqual(account.mfa_enabled, mfa_enabled, 'mfa_enabled', given);
    const { payroll_provider: shown } = account;
    const isRight = provider === undefined || [provider.id, provider.name].includes(shown);
    expectThat(isRight, `the provider ${provider?.id}`, String(shown), given);
  }),

  entryCheck('accounts.shape.latest-pay-date', {
    arrange: authorisedUser,
    given: fc.uniqueArray(midnights(2023, 2025), { minLength: 2, maxLength: 4 }),
    effort: 0.25,
  }).by(async (ctx, days) => {
    for (const order of [days, days.toReversed()]) {
      const account_id = await waiting(ctx, ctx.arranged, '1234');
      for (const entry of [order.slice(0, 1), order.slice(1)]) await paid(ctx, account_id, entry);
      const given = await answer(ctx, account_id, '1234');
      const shown = expectSuccess(given, 200).latest_pay_date;
      const newest = Math.max(...days.map((day) => Date.parse(day)));
      const expected = `latest_pay_date ${new Date(newest).toISOString()}`;
      expectThat(Date.parse(shown ?? '') === newest, expected, String(shown), given);
    }
  }),

  // Once the entry is deleted, the date that it showed must go too.
  entryCheck('entries.delete.no-trace', { arrange: authorisedUser }).by(async (ctx) => {
    const account_id = await waiting(ctx, ctx.arranged, '1234');
    await paid(ctx, account_id, ['2024-03-28T00:00:00.000Z']);
    const { entry_id } = await paid(ctx, account_id, ['2024-05-28T00:00:00.000Z']);
    await ifOffered(() => ctx.arrange.inspectUser(ctx.arranged));
    expectTwin(await ctx.call('deleteEntry', { path: { entry_id } }));
    const given = await answer(ctx, account_id, '1234');
    const shown = String(expectSuccess(given, 200).latest_pay_date).slice(0, 10);
    expectEqual(shown, '2024-03-28', 'the latest pay date once the entry of the latest is deleted', given);
  }),
  ...accountDeletionChecks,
];
