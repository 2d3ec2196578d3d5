import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { isObject, picked } from '../../../spec/json.ts';
import type {
  PartialBankStatementSubmission,
  PartialPayrollSubmission,
  PayrollSubmission,
} from '../../../spec/types.ts';
import { type Payslip, payslips, specialPayslips } from '../../arbitraries/payslips.ts';
import { unlessRefused } from '../../arrange/offers.ts';
import { type Check, type Context, check, checkWith } from '../../judgement/check.ts';
import { expectEqual, expectSuccess, expectThat, expectValue } from '../../judgement/expect.ts';
import { CannotArrange, Failure } from '../../judgement/failure.ts';
import { amountsOf } from '../../predicates/amounts.ts';
import {
  expectAllSubmissions,
  expectNumbers,
  expectPhoneText,
  expectSubmissionShape,
} from '../../predicates/deliveries.ts';
import { missing } from '../../steps/kept-by-meaning.ts';
import { connect, findable, newPayee, paidAt, payeeWith, payrollOf } from '../../steps/provided-payroll.ts';
import { found, linked, queryNeeds, recentPayslip, withParts } from '../../steps/retrieved.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import { tolerantContract } from '../../target/tolerant-contract.ts';
import { specialRows } from '../../values/table.ts';
import { identifiers } from '../../values/text.ts';
import { cause, kindsOf, nextBody, statedKinds, subscribe } from './subscribe.ts';

/** What a submission has besides the provider's values. */
const ownFields = (shown: PayrollSubmission) =>
  picked(shown, 'account_id', 'entry_id', 'created_at', 'source', 'trust_score');

/** The payslips as the connection query showed them, each beside itself in the payload of its event. */
async function retrievedTwice(ctx: Context, parts: readonly PartialPayrollSubmission[]) {
  const subscription = await subscribe(ctx, withPayload);
  const { from } = await ctx.moment();
  const payroll = parts.map((part, n) => withParts(recentPayslip(from, n + 1), part));
  const { entry_id, payroll_submissions } = await found(ctx, await linked(ctx, payroll));
  const sent = submissionsIn(await subscription.ofEntry(entry_id, 'the event of the connection query'));
  return payroll_submissions.map((shown) => {
    const twin = sent.find(({ id }) => id === shown.id);
    if (!twin) throw new Failure(`the submission ${shown.id} in the payload`, 'no such submission');
    return { shown, sent: twin };
  });
}

const withPayload = { config: { include_payload: true } };

function payloadOf(body: JsonFields): JsonFields {
  const payload = body['payload'];
  expectValue(isObject(payload), 'a payload object', payload);
  return payload;
}

function submissionsIn(body: JsonFields): readonly JsonFields[] {
  const list = payloadOf(body)['payroll_submissions'];
  if (Array.isArray(list) && list.every(isObject)) return list;
  throw new Failure('payroll_submissions in the payload', JSON.stringify(list)?.slice(0, 200) ?? 'none');
}

/** The two ways of never asking for a payload, and of asking for none. */
const withoutPayload = fc
  .constantFrom({ include_payload: false }, {}, undefined)
  .map((config) => ({ config }));

/** More payslips than a short list holds, each of a day of its own. */
const many: readonly Payslip[] = Array.from({ length: 21 }, (_, n) => ({
  ...{ ago: (n % 6) + 1, day: (n % 27) + 1, time: '00:00:00.000', contents: {} },
}));

type Come = {
  readonly entry_id?: string | null | undefined;
  readonly shown: readonly PayrollSubmission[];
  readonly payroll: readonly PartialPayrollSubmission[];
};

async function queriedPayroll(ctx: Context, drawn: readonly Payslip[]): Promise<Come> {
  const payee = { accounts: [], ...(await payeeWith(ctx, drawn)) };
  const { entry_id, payroll_submissions: shown } = await found(ctx, payee, payee.account_id);
  return { entry_id, shown, payroll: payee.payroll };
}

/** To encrypt much takes some servers long, so that long lists are left to the plain ways. */
const drawnOf: Readonly<Record<string, readonly (readonly Payslip[])[]>> = {
  encrypted: specialPayslips.slice(0, 1),
  'by an upload': [...specialPayslips, many],
};

type Way = Pick<Check, 'needs'> & { come: (ctx: Context, drawn: readonly Payslip[]) => Promise<Come> };
const ways: Record<string, Way> = {
  'by a query': { needs: queryNeeds, come: queriedPayroll },
  encrypted: { needs: queryNeeds, come: queriedPayroll },
  'by a direct connection': {
    needs: ['users', 'authorisations', 'direct-payroll'],
    come: async (ctx, drawn) => {
      const { payroll, ...user } = await findable(ctx, drawn);
      const { payroll_submissions: shown } = expectSuccess(await connect(ctx, user));
      return { entry_id: shown[0]?.entry_id, shown, payroll };
    },
  },
  'by an upload': {
    needs: ['users', 'entries'],
    come: async (ctx, drawn) => {
      const person = newPayee(ctx);
      const payroll = await payrollOf(ctx, drawn, person);
      const { user_id } = await ctx.arrange.createUser(person);
      const { entry_id, payroll_submissions: shown } = await ctx.arrange.createEntry(user_id, payroll, null);
      if (!shown?.every(({ id }) => id))
        throw new CannotArrange('the arrangement does not tell the ids of the submissions of an entry');
      return { entry_id, shown, payroll };
    },
  },
};

const queryCheck = checkWith({ needs: queryNeeds });
const entryCheck = checkWith({ needs: ['users', 'entries', 'receiver'] });
const statementCheck = checkWith({
  needs: ['users', 'bank-statements', 'receiver'],
  uses: ['events.bank-statement.payload-key'],
});
const partsOf = (drawn: readonly Payslip[]) => drawn.map(({ contents }) => contents);
const drawnPayroll = { given: payslips.map(partsOf), always: specialPayslips.map(partsOf), effort: 0.2 };

export const payloadChecks: readonly Check[] = [
  queryCheck('events.payload.amounts-are-numbers', drawnPayroll).by(async (ctx, drawn) => {
    for (const { shown, sent } of await retrievedTwice(ctx, drawn)) {
      const inPayload = expectNumbers(sent);
      for (const [place, text] of amountsOf(shown)) {
        const value = inPayload.get(place);
        const isSame = Math.abs(Number(value) - Number(text)) < 1e-6;
        expectValue(isSame, `${place} to be ${text}, as the API shows it`, value);
      }
    }
  }),

  queryCheck('events.payload.phone-is-text', {
    given: fc.integer({ min: 7_700_900_000, max: 7_700_900_999 }) as fc.Arbitrary<number | string>,
    always: ['07700900123', '+447700900123', '447700900456'],
    effort: 0.1,
  }).by(async (ctx, phone) => {
    const [pair] = await retrievedTwice(ctx, [{ identity_information: { phone } }]);
    const sent = fieldsOf(pair?.sent['identity_information'])['phone'];
    if (sent == null) throw new Failure('the phone number of the payslip in the payload', 'none');
    expectPhoneText(sent);
  }),

  queryCheck('events.payload.submission-shape', {
    ...drawnPayroll,
    uses: ['events.bank-statement.payload-key', 'events.income.payload-key'],
    arrange: async ({ naming, known: points }) =>
      tolerantContract({ naming, points }).validators.schema('EventPayrollSubmission'),
  }).by(async (ctx, drawn) => {
    for (const { sent } of await retrievedTwice(ctx, drawn)) expectSubmissionShape(ctx.arranged, sent);
  }),
  entryCheck('events.payload.when-included', {
    given: fc.constantFrom(null, 'secret', 'key'),
    effort: 0.3,
  }).by(async (ctx, protection) => {
    const subscription = await subscribe(ctx, {
      ...withPayload,
      signing_secret: protection === 'secret' ? 'a secret of the conformance suite' : undefined,
      encryption_key: protection === 'key' ? Buffer.alloc(32, 9).toString('base64') : undefined,
    });
    const { user_id } = await ctx.arrange.createUser();
    for (let n = 0; n < 2; n++) {
      const { entry_id } = await ctx.arrange.createEntry(user_id, [{}], null);
      const delivery = await subscription.inbox.until('the event of the entry', (one) => {
        const body = subscription.read(one);
        return !body || body['entry_id'] === entry_id;
      });
      payloadOf(subscription.read(delivery) ?? {});
    }
  }),

  check('events.payload.not-when-unset', {
    needs: ['users', 'entries', 'bank-statements', 'receiver'],
    uses: ['requests.required.createWebhook'],
    given: fc.record({ kind: fc.constantFrom(...statedKinds), unset: withoutPayload }),
    effort: 0.5,
  }).by(async (ctx, { kind, unset }) => {
    const mustHave = ctx.known['requests.required.createWebhook'] ?? [];
    if (unset.config === undefined && mustHave.includes('config')) return;
    const subscription = await subscribe(ctx, { events: [kind], ...unset });
    const { payload } = await nextBody(subscription, await cause(ctx, kind), kind);
    expectThat(payload == null, 'no payload', JSON.stringify(payload)?.slice(0, 200) ?? 'none');
  }),

  queryCheck('events.payload.all-submissions', {
    given: fc.integer({ min: 1, max: 4 }),
    effort: 0.25,
  }).by(async (ctx, count) => {
    const subscription = await subscribe(ctx, withPayload);
    const { from } = await ctx.moment();
    const payslips = Array.from({ length: count }, (_, n) => recentPayslip(from, n + 1));
    const user = await linked(ctx, payslips, [recentPayslip(from, 1)]);
    const [account_id, other] = user.accounts;
    // The same user has more payroll, under another account and in another entry.
    await found(ctx, user, other);
    const { entry_id, payroll_submissions } = await found(ctx, user, account_id);
    const body = await subscription.ofEntry(entry_id, 'the event of the connection query');
    submissionsIn(body);
    const ids = payroll_submissions.map(({ id }) => id);
    expectAllSubmissions(body, ids);
  }),

  // The payload holds every leaf of the answer, whichever way the payroll came.
  ...Object.entries(ways).map(([way, { needs = [], come }]) =>
    check('events.payload.all-submissions', { law: true, needs: [...needs, 'receiver'] }).by(async (ctx) => {
      const encryption_key = way === 'encrypted' ? Buffer.alloc(32, 5).toString('base64') : undefined;
      const subscription = await subscribe(ctx, { ...withPayload, encryption_key });
      for (const drawn of drawnOf[way] ?? specialPayslips) {
        const came = await unlessRefused(come(ctx, drawn));
        if (!came?.entry_id) continue;
        const body = await subscription.ofEntry(came.entry_id, `the event of payroll that came ${way}`);
        const sent = submissionsIn(body);
        expectEqual(sent.length, came.shown.length, 'the number of submissions in the payload');
        for (const shown of came.shown) {
          const twin = sent.find(({ id }) => id === shown.id);
          const given = came.payroll.find((one) => paidAt(one) === paidAt(shown));
          const lost = missing(given, twin) ?? missing(ownFields(shown), twin);
          expectThat(lost === undefined, 'in the payload what the answer shows', lost ?? '');
        }
      }
    }),
  ),

  entryCheck('events.payload.payslip-documents', {
    given: fc.record({
      document_id: fc.uuid({ version: 4 }),
      document_external_id: identifiers,
      document_filename: identifiers.map((name) => `${name.replaceAll('/', '-')}.pdf`),
    }),
    effort: 0.25,
  }).by(async (ctx, documents) => {
    const subscription = await subscribe(ctx, withPayload);
    const { user_id } = await ctx.arrange.createUser();
    // The second has a document of its own, and the third one that the server names.
    const second = { ...documents, document_id: randomUUID(), document_filename: 'second.pdf' };
    await ctx.arrange.createEntry(user_id, [documents, second, {}], null);
    const sent = submissionsIn(await nextBody(subscription, user_id, kindsOf(ctx).payroll));
    const names = ['account_id', 'document_id', 'document_external_id', 'document_filename'];
    const shown = sent.map((one) => picked(one, ...names));
    for (const given of [documents, second]) {
      const own = shown.find(({ document_id }) => document_id === given.document_id);
      expectEqual(own, { account_id: null, ...given }, 'the account and the document of the submission');
    }
    const lacking = shown.filter(({ document_id, document_filename }) => !document_id || !document_filename);
    expectEqual(lacking, [], 'the submissions of an upload without a document');
  }),

  statementCheck('events.payload.bank-statements').by(async (ctx) => {
    const subscription = await subscribe(ctx, { ...withPayload, events: ['user-bank-statement-submitted'] });
    const { user_id } = await ctx.arrange.createUser();
    const { id } = await ctx.arrange.createBankStatement(user_id);
    const payload = payloadOf(await nextBody(subscription, user_id, kindsOf(ctx)['bank-statement']));
    const ids = statementsIn(ctx, payload).map((one) => (isObject(one) ? one['id'] : one));
    expectEqual(ids, [id], 'the ids of the statements in the payload');
  }),

  statementCheck('events.payload.statement-as-listed').by(async (ctx) => {
    const subscription = await subscribe(ctx, { ...withPayload, events: ['user-bank-statement-submitted'] });
    for (const statement of specialRows<PartialBankStatementSubmission>('statement')) {
      const { user_id } = await ctx.arrange.createUser();
      if (!(await unlessRefused(ctx.arrange.createBankStatement(user_id, statement)))) continue;
      const [sent] = statementsIn(ctx, payloadOf(await nextBody(subscription, user_id)));
      const lost = missing(statement, sent);
      expectThat(lost === undefined, 'in the payload what the statement holds', lost ?? '');
    }
  }),
];

/** Under the name that was learnt, or under any where none could be. */
function statementsIn({ known }: Pick<Context, 'known'>, payload: JsonFields): unknown[] {
  const key = known['events.bank-statement.payload-key'];
  const list = key === undefined ? Object.values(payload).find(Array.isArray) : payload[key];
  if (!Array.isArray(list))
    throw new Failure(`an array ${key ?? 'of statements'} in the payload`, Object.keys(payload).join(', '));
  return list;
}
