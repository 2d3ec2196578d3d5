import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Calling, type Check, check } from '../judgement/check.ts';
import {
  expectEqual,
  expectNoIncident,
  expectRefusal,
  expectSuccess,
  expectThat,
} from '../judgement/expect.ts';
import {
  bearerOperations,
  bearerRequests,
  keyedReads,
  lawful,
  lawfulUses,
  newWebhook,
  refusable,
  refusableCheck,
} from '../steps/lawful-requests.ts';
import { authorisedUser, linkedUser, waitingAccount } from '../steps/linked-user.ts';
import { connect, newPayee, payslipFor, query } from '../steps/provided-payroll.ts';
import { recentPayslip, succeeded } from '../steps/retrieved.ts';
import { listPoints } from '../steps/user-list.ts';
import { bodyOperations, harmlessRequest, wrongFields } from '../steps/wrong-requests.ts';
import type { CallOptions } from '../target/caller.ts';
import { isRefusal, type ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, objectsIn } from '../target/read-json.ts';
import { unknownIds } from '../values/text.ts';
import { expectUnchanged, stateOf, type WholeUser, wholeNeeds, wholeUser } from './laws/whole-user.ts';

/** Right and wrong fields of a user, which a body holds in any order. */
const rightFields = { forename: 'Marked', surname: 'Marked', post_codes: ['M1 1AE'], ext_id: 'marked' };
const wrongUpdate = { date_of_birth: 42, recurring_checks_enabled: 'perhaps', payroll_period_months: 'many' };

const bodies = fc
  .tuple(fc.shuffledSubarray(Object.entries(rightFields), { minLength: 1 }), fc.boolean())
  .map(([right, wrongFirst]) =>
    Object.entries(wrongUpdate).map((wrong) =>
      Object.fromEntries(wrongFirst ? [wrong, ...right] : [...right, wrong]),
    ),
  );

/** For every operation that writes, requests that are wrong in one place and right in all others. */
function refusedOnes({ call }: Calling, user: WholeUser, updates: readonly object[], name: string) {
  const { user_id, account_id, waiting, entry_id, bearer } = user;
  const path = { user_id };
  const { queryPayrollConnection, presignBankStatements } = bearerRequests({ account_id });
  const strangers = [{ apiKey: 'wrong-key' }, 'none'] as const;
  return [
    ...updates.map((json) => () => call('updateUser', { path, json })),
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

function expectErrors(answer: ServiceResponse): void {
  for (const message of expectRefusal(answer))
    expectThat(message.trim() !== '', 'messages that are not blank', JSON.stringify(answer.body), answer);
}

/** What holds for each refusal that any check of the run met, and for some more. */
const ofWholeRun = (clause: 'errors.body.shape' | 'errors.body.no-codes', expected: string): Check =>
  check(clause, { readsOnly: true, exclusive: 'end' }).by(async (ctx) => {
    for (const operation of keyedReads) await ctx.call(operation, { as: 'none' });
    for (const json of [{}, { username: 'nobody' }]) await ctx.call('signInMember', { json, as: 'none' });
    await ctx.call('getAuthorisationTerm', { path: { term_id: randomUUID() } });
    expectNoIncident(ctx, clause, expected);
  });

export const errorChecks: readonly Check[] = [
  refusableCheck('errors.body.shape', { arrange: refusable }).by(async (ctx) => {
    const { requests, operations, bearer, expectWhole } = ctx.arranged;
    for (const operation of [...operations, ...bearerOperations]) {
      const options = requests[operation] as CallOptions<typeof operation>;
      expectErrors(await ctx.call(operation, { ...options, as: 'none' }));
    }
    for (const operation of bodyOperations()) {
      const lawful = operation === 'signInMember' ? {} : requests[operation];
      const as = bearerOperations.some((one) => one === operation) ? { as: { bearer } } : {};
      for (const wrong of [{ json: wrongFields(operation) }, { text: '{"name":' }, { text: '[]' }]) {
        const options = { ...lawful, ...as, body: undefined, ...wrong };
        const answer = await ctx.call(operation, options as CallOptions<typeof operation>);
        // Other clauses judge whether an ill-typed field is refused at all.
        if (answer.status >= 400 || operation === 'signInMember') expectErrors(answer);
      }
    }
    for (const operation of operations) {
      const answer = await ctx.call(operation, harmlessRequest(operation, randomUUID()));
      if (answer.status >= 400) expectErrors(answer);
    }
    expectWhole();
  }),
  check('errors.body.shape', { needs: ['users', 'accounts', 'authorisations'] }).by(async (ctx) => {
    const { account_id } = await ctx.arrange.linkAccount(await authorisedUser(ctx), waitingAccount);
    const { providers } = expectSuccess(await ctx.call('listProviders'), 200);
    const most = Math.max(...providers.map(({ max_login_attempts: tries }) => tries ?? 0), 3);
    // What wrong answers get is open, also beyond the limit; a refusal has the error body.
    for (let left = Math.min(most, 20) + 1; left > 0; left--) {
      const answer = await ctx.call('submitMfa', { path: { account_id }, body: { mfa: '0000' } });
      if (answer.status >= 400) expectErrors(answer);
    }
  }),
  check('errors.body.shape', { readsOnly: true }).by(async ({ call }) => {
    for (const operation of keyedReads) expectErrors(await call(operation, { as: 'none' }));
    expectErrors(await call('signInMember', { json: {}, as: 'none' }));
  }),

  ofWholeRun('errors.body.shape', 'messages with a word in them in every refusal of the whole run'),
  ofWholeRun('errors.body.no-codes', 'no refusal of the whole run with a machine-readable code'),

  check('errors.not-found.everywhere', { given: unknownIds, effort: 0.2 }).by(async ({ call }, id) => {
    expectRefusal(await call('listBankStatements', { path: { user_id: id } }), { status: 404 });
    expectRefusal(await call('getTaxauthIncome', { path: { user_id: id } }), { status: 404 });
    expectRefusal(await call('deleteWebhook', { path: { webhook_id: id } }), { status: 404 });
  }),

  check('errors.body.one-message-per-problem').by(async ({ call }) => {
    const answer = await call('signInMember', { json: {}, as: 'none' });
    const messages = expectRefusal(answer, { status: 400, names: ['username', 'password'] });
    expectThat(messages.length >= 2, 'a message for each of the two', JSON.stringify(messages), answer);
  }),

  // By two and by three: what is refused alone is a problem, and several problems of an update have a message each. A server of
  // another hand stops at the first problem where it creates something, so that is left alone.
  ...(['updateUser', 'updateConfiguration'] as const).map((operation) =>
    check('errors.body.one-message-per-problem', {
      law: true,
      needs: operation === 'updateUser' ? ['users'] : [],
      uses: lawfulUses,
    }).by(async (ctx) => {
      const { body, ...options } = (await lawful[operation](ctx)) as CallOptions<typeof operation>;
      const send = (faulty: object) =>
        ctx.call(operation, { ...options, json: { ...body, ...faulty } } as CallOptions<typeof operation>);
      const problems: [string, unknown][] = [];
      for (const fault of Object.entries(wrongFields(operation)))
        if (isRefusal(await send(Object.fromEntries([fault])))) problems.push(fault);
      for (let count = 2; count <= problems.length; count++) {
        const answer = await send(Object.fromEntries(problems.slice(-count)));
        const messages = expectRefusal(answer);
        const expected = `a message for each of ${count} problems`;
        expectThat(messages.length >= count, expected, JSON.stringify(messages), answer);
      }
    }),
  ),

  check('errors.refused.changes-nothing', {
    law: true,
    needs: wholeNeeds,
    points: listPoints,
    given: bodies,
    effort: 0.25,
  }).by(async (ctx, updates) => {
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
    for (const send of refusedOnes(ctx, user, updates, name)) {
      // Other clauses judge whether it is refused at all.
      if ((await send()).status < 400) before = await read();
    }
    expectUnchanged(await read(), before, 'a user about whom requests were refused');
  }),
  // Authorised at last, both retrievals find what there is, although they were refused before.
  check('errors.refused.changes-nothing', {
    law: true,
    needs: ['users', 'tokens', 'authorisations', 'accounts', 'direct-payroll'],
  }).by(async (ctx) => {
    const { from } = await ctx.moment();
    const options = { user: newPayee(ctx), account: { payroll: [recentPayslip(from)] }, accepts: false };
    const user = await linkedUser(ctx, options);
    await ctx.arrange.setDirectPayroll(user.user_id, [payslipFor(from, options.user)]);
    const refused: (() => Promise<ServiceResponse>)[] = [];
    // Other clauses judge that they are refused.
    for (const retrieve of [() => query(ctx, user), () => connect(ctx, user)])
      if (isRefusal(await retrieve())) refused.push(retrieve);
    await ctx.arrange.accept(user.user_id);
    for (const retrieve of refused) {
      const answer = await retrieve();
      const found = objectsIn(fieldsOf(succeeded(answer, 'the retrieval'))['payroll_submissions']);
      const what = 'the payslips that an accepted retrieval finds after a refused one';
      expectEqual(found.length, 1, what, answer);
    }
  }),
];
