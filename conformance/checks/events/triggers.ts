import fc from 'fast-check';
import type { LayoutName } from '../../../generators/statements/statement.ts';
import type { ClauseId } from '../../../spec/clauses.ts';
import type { UserUpdate } from '../../../spec/types.ts';
import { configurationUpdates, userUpdates } from '../../arbitraries/user-updates.ts';
import { eventKinds } from '../../arbitraries/webhooks.ts';
import { ifOffered } from '../../arrange/offers.ts';
import type { Capability } from '../../judgement/capability.ts';
import { type Check, type Context, check, type Exclusive } from '../../judgement/check.ts';
import { expectEqual, expectSuccess } from '../../judgement/expect.ts';
import { Failure, NotApplicable } from '../../judgement/failure.ts';
import { checkableUser, instantIn, recurringNeeds, weekly } from '../../steps/checkable-user.ts';
import { authorisedUser, waitingAccount } from '../../steps/linked-user.ts';
import { connect, newPayee, payable, query } from '../../steps/provided-payroll.ts';
import {
  found,
  linked,
  linkedWithPayslips,
  queried,
  queryNeeds,
  recentPayslip,
  succeeded,
} from '../../steps/retrieved.ts';
import { specimenStatement } from '../../steps/specimen-statement.ts';
import { presignedUrl, uploadFile } from '../../steps/upload-file.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../../target/read-json.ts';
import { cause, kindsOf, nextBody, nothingButMarker, statedKinds, subscribe } from './subscribe.ts';

/** Bytes that hold nothing to extract; the first call themselves a PDF. */
const unreadable = ['%PDF-1.7\n', ''].map((head) =>
  Buffer.from(`${head}nothing of what follows is a document\n`),
);

const presigned = async (ctx: Context, user_id: string): Promise<string> =>
  presignedUrl(ctx, { bearer: await ctx.arrange.tokenFor(user_id) });

/** Uploads a statement and waits until it is listed beside those held; the quality of the extraction is not judged here. */
async function isExtracted(ctx: Context, user_id: string, layout: LayoutName, held = 0): Promise<boolean> {
  expectSuccess(await uploadFile(ctx, await presigned(ctx, user_id), await specimenStatement(layout)));
  const request = { path: { user_id }, query: { offset: 0, limit: 10 } };
  const length = async (): Promise<number> => {
    const { body } = await ctx.call('listBankStatements', request);
    return objectsIn(fieldsOf(body)['bank_statement_submissions']).length;
  };
  return (await ctx.extracted(length, (listed) => listed > held)) > held;
}

const severalUpdates = fc.array(userUpdates, { minLength: 1, maxLength: 3 });

/** An act on an authorised user that must cause no event. */
const silent = (
  clause: ClauseId,
  needs: readonly Capability[],
  act: (ctx: Context, user_id: string) => Promise<unknown>,
): Check =>
  check(clause, { needs: ['users', 'authorisations', 'entries', 'receiver', ...needs] }).by(async (ctx) => {
    const subscription = await subscribe(ctx, { events: [...eventKinds] });
    const user_id = await authorisedUser(ctx);
    await act(ctx, user_id);
    await nothingButMarker(ctx, subscription, user_id);
  });

export const nonEventChecks: readonly Check[] = [
  check('events.payroll.not-when-empty', {
    needs: queryNeeds,
    given: fc.record({ before: fc.nat({ max: 2 }), after: fc.integer({ min: 1, max: 2 }) }),
    effort: 0.25,
  }).by(async (ctx, { before, after }) => {
    const subscription = await subscribe(ctx);
    const { from } = await ctx.moment();
    const user = await linked(ctx, [], [recentPayslip(from, 1)], [recentPayslip(from, 2)]);
    const [empty, full, marker] = user.accounts;
    // A query's answer shows what it found; an empty answer must have no event.
    const entries: string[] = [];
    const query = async (account: string | undefined): Promise<void> => {
      const { entry_id, payroll_submissions = [] } = await queried(ctx, user, account);
      if (payroll_submissions.length > 0) entries.push(String(entry_id));
    };
    for (let n = 0; n < before; n++) await query(empty);
    for (let n = 0; n < after + 1; n++) await query(full);
    const last = await found(ctx, user, marker);
    // Deliveries may overtake each other and come twice: the check waits for each, and knows it by its entry.
    for (const entry of [...entries, last.entry_id])
      await subscription.ofEntry(entry, `the event of the entry ${entry} that a query made`);
    const heard = new Set(subscription.about(user.user_id).map((body) => String(body['entry_id'])));
    const made = new Set([...entries, last.entry_id]);
    expectEqual([...heard].sort(), [...made].sort(), 'the entries of the events');
  }),

  ...unreadable.map((bytes) =>
    silent('events.bank-statement.not-without-extraction', ['tokens', 'inspect'], async (ctx, user_id) => {
      const { status } = await uploadFile(ctx, await presigned(ctx, user_id), bytes);
      // A file that is no PDF may be refused at once; then there is nothing to wait for.
      if (status >= 400 && !bytes.includes('%PDF')) return;
      const states = await ctx.extracted(
        async () => (await ctx.arrange.inspectUser(user_id)).documents.map(({ state }) => state),
        (all) => all.includes('rejected') || all.includes('extracted'),
      );
      // An extraction that never ends counts as none: this check is about the event.
      if (states.includes('extracted'))
        throw new NotApplicable('this deployment extracts a statement even from a file that shows none');
    }),
  ),

  silent('events.bank-statement.not-without-extraction', ['tokens'], presigned),

  silent('events.none-on-account-linkage', ['accounts'], async (ctx, user_id) => {
    await ctx.arrange.linkAccount(user_id, { payroll: [] });
    const { account_id } = await ctx.arrange.linkAccount(user_id, waitingAccount);
    const options = { path: { account_id }, body: { mfa: waitingAccount.mfa } };
    succeeded(await ctx.call('submitMfa', options), 'the right MFA answer');
  }),

  silent('events.none-on-updates', ['accounts'], async (ctx, user_id) => {
    const { account_id } = await ctx.arrange.linkAccount(user_id, { payroll: [{}] });
    succeeded(await ctx.call('deleteAccount', { path: { account_id } }), 'a deletion');
  }),

  silent('events.payroll.not-when-empty', ['accounts', 'tokens'], async (ctx, user_id) => {
    const body = { payroll_connections_enabled: false };
    succeeded(await ctx.call('updateUser', { path: { user_id }, body }), 'an update');
    const { account_id } = await ctx.arrange.linkAccount(user_id, { payroll: [{}] });
    await query(ctx, { account_id, bearer: await ctx.arrange.tokenFor(user_id) });
  }),

  silent('events.payroll.not-when-empty', ['direct-payroll'], async (ctx, user_id) => {
    await ctx.arrange.setDirectPayroll(user_id, []);
    await connect(ctx, { user_id });
  }),

  check('events.none-on-updates', {
    needs: ['users', 'entries', 'receiver'],
    exclusive: 'configuration',
    given: fc.record({ users: severalUpdates, client: configurationUpdates }),
    effort: 0.25,
  }).by(async (ctx, { users, client }) => {
    const subscription = await subscribe(ctx, { events: [...eventKinds] });
    const { user_id } = await ctx.arrange.createUser();
    for (const update of users) {
      const body: UserUpdate = { ...update };
      // Allowing tax-authority data may retrieve it at once; the trigger of its event is not stated.
      delete body.taxauth_enabled;
      if (Object.keys(body).length === 0) continue;
      succeeded(await ctx.call('updateUser', { path: { user_id }, body }), 'an update');
    }
    succeeded(await ctx.call('updateConfiguration', { body: client }), 'an update of the configuration');
    // The marker is a payslip upload, which one of the updates may have switched off.
    const body = { payslip_upload_enabled: true };
    succeeded(await ctx.call('updateUser', { path: { user_id }, body }), 'an update');
    await nothingButMarker(ctx, subscription, user_id);
  }),
];

/** What causes one event: it makes the user to whom it happens, and returns the user's id. */
type Cause = {
  readonly clause: ClauseId;
  readonly needs: readonly Capability[];
  readonly exclusive?: Exclusive;
  readonly happen: (ctx: Context) => Promise<string>;
  /** Makes it happen to the same user a second time; returns false where it did not happen. */
  readonly again?: (ctx: Context, user_id: string) => Promise<boolean>;
};

const causes: readonly Cause[] = [
  {
    clause: 'events.payroll.on-connection',
    needs: queryNeeds,
    happen: async (ctx) => {
      const user = await linkedWithPayslips(ctx, 1);
      await found(ctx, user);
      return user.user_id;
    },
  },
  {
    clause: 'events.payroll.on-direct-connection',
    needs: ['users', 'authorisations', 'direct-payroll', 'receiver'],
    happen: async (ctx) => {
      const { user_id } = await payable(ctx, newPayee(ctx));
      const answer = await connect(ctx, { user_id });
      const { payroll_submissions: list } = fieldsOf(succeeded(answer, 'the direct connection'));
      if (objectsIn(list).length === 0)
        throw new Failure('the direct connection to find what there is', 'nothing', answer);
      return user_id;
    },
  },
  {
    clause: 'events.payroll.on-payslip-upload',
    needs: ['users', 'entries', 'receiver'],
    happen: async (ctx) => {
      const { from } = await ctx.moment();
      const { user_id } = await ctx.arrange.createUser();
      await ctx.arrange.createEntry(user_id, [recentPayslip(from)], null);
      return user_id;
    },
  },
  {
    clause: 'events.payroll.on-recurring-check',
    needs: [...recurringNeeds, 'receiver'],
    exclusive: 'clock',
    happen: async (ctx) => {
      const settings = { ...weekly, recurring_check_end_date: await instantIn(ctx, 365 * 86_400_000) };
      const { user_id } = await checkableUser(ctx, settings, { payroll: [{}] });
      await ctx.arrange.moveClock({ by: 'P8D' });
      return user_id;
    },
  },
  {
    clause: 'events.bank-statement.on-extraction',
    needs: ['users', 'bank-statements', 'receiver'],
    happen: (ctx) => cause(ctx, 'user-bank-statement-submitted'),
    again: (ctx, user_id) => cause(ctx, 'user-bank-statement-submitted', user_id).then(() => true),
  },
  {
    clause: 'events.bank-statement.on-extraction',
    needs: ['users', 'tokens', 'authorisations', 'receiver'],
    happen: async (ctx) => {
      const user_id = await authorisedUser(ctx);
      if (!(await isExtracted(ctx, user_id, 'classic')))
        throw new Failure('the uploaded statement among the submissions', 'none in time');
      return user_id;
    },
    // A deployment may take the same figures in another layout for the statement that it has.
    again: (ctx, user_id) => isExtracted(ctx, user_id, 'modern', 1),
  },
];

/** How many events of a kind came beyond one for each cause, by the time the event of a later entry has arrived. */
async function surplus(ctx: Context, { clause, happen, again }: Cause): Promise<number> {
  const kinds = kindsOf(ctx);
  const kind = clause.startsWith('events.payroll') ? kinds.payroll : kinds['bank-statement'];
  const subscription = await subscribe(ctx, { events: [...statedKinds] });
  const user_id = await happen(ctx);
  await nextBody(subscription, user_id, kind);
  const isTwice = () => subscription.about(user_id).filter((body) => body['event'] === kind).length > 1;
  if (await again?.(ctx, user_id))
    await subscription.inbox.until(`a second delivery of ${kind} about the user ${user_id}`, isTwice);
  const marker = await ifOffered(() => ctx.arrange.createEntry(user_id, [{}], null));
  if (marker) await subscription.ofEntry(marker.entry_id);
  const isOf = (body: JsonFields): boolean =>
    body['event'] === kind && (!marker || body['entry_id'] !== marker.entry_id);
  // What did not show in time may have happened all the same, and then has its event.
  return Math.max(0, subscription.about(user_id).filter(isOf).length - (again ? 2 : 1));
}

/** The law that events are counted, not waited for: each cause has one. */
export const triggerChecks: readonly Check[] = causes.map((cause) =>
  check(cause.clause, { law: true, needs: cause.needs, exclusive: cause.exclusive }).by(async (ctx) => {
    // A sender that missed an answer may send an event once more, and is not blamed: one that always does is.
    let count = 1;
    for (let left = 3; left > 0 && count > 0; left--) count = await surplus(ctx, cause);
    expectEqual(count, 0, 'the number of events beyond one for each cause');
  }),
);
