import type { Context } from '../../../judgement/check.ts';
import { missing } from '../../../steps/kept-by-meaning.ts';
import {
  authorisedUser,
  details,
  type LinkedUser,
  linkedUser,
  payslipOf,
} from '../../../steps/linked-user.ts';
import { recentPayslip } from '../../../steps/retrieved.ts';
import { specimenStatement, specimenValues } from '../../../steps/specimen-statement.ts';
import { uploadFile } from '../../../steps/upload-file.ts';
import { fieldsOf, objectsIn } from '../../../target/read-json.ts';
import { type AnyProbe, probe, seen, unknown, unknownId } from '../probe.ts';
import { orderOf } from './lists.ts';

const needs = ['users', 'tokens', 'authorisations', 'accounts'] as const;

async function query(
  { call }: Pick<Context, 'call'>,
  { account_id, bearer }: Pick<LinkedUser, 'account_id' | 'bearer'>,
) {
  const { status, body } = await call('queryPayrollConnection', { body: { account_id }, as: { bearer } });
  const { entry_id, payroll_submissions } = fieldsOf(body);
  return { status, entry_id, body: fieldsOf(body), ids: objectsIn(payroll_submissions).map(({ id }) => id) };
}

async function findable({ arrange, moment }: Context, user: object): Promise<string> {
  const user_id = await authorisedUser({ arrange }, { ...details, ...user });
  const { income_information } = recentPayslip((await moment()).from);
  await arrange.setDirectPayroll(user_id, [{ ...payslipOf(3), income_information }]);
  return user_id;
}

async function connect({ call }: Context, user_id: string) {
  const { status, body } = await call('createDirectConnection', { body: { user_id } });
  const { payroll_submissions, pagination } = fieldsOf(body);
  return { status, found: objectsIn(payroll_submissions).length, offset: fieldsOf(pagination)['offset'] };
}

const directNeeds = ['users', 'authorisations', 'direct-payroll'] as const;

export const connectionProbes: readonly AnyProbe[] = [
  probe('accounts.mfa.wrong-answer-status', { needs }).by(async (ctx) => {
    const { account_id } = await linkedUser(ctx, { account: { mfa_enabled: true, mfa: '1234' } });
    return ctx.call('submitMfa', { path: { account_id }, body: { mfa: 'not-it' } });
  }),
  probe('accounts.mfa.not-pending-status', { needs }).by(async (ctx) => {
    const { account_id } = await linkedUser(ctx);
    return ctx.call('submitMfa', { path: { account_id }, body: { mfa: '1234' } });
  }),
  probe('accounts.mfa.locked-status', { needs }).by(async (ctx) => {
    const { account_id } = await linkedUser(ctx, { account: { mfa_enabled: true, mfa: '1234' } });
    const path = { account_id };
    const answer = async (mfa: string) => (await ctx.call('submitMfa', { path, body: { mfa } })).status;
    for (let n = 0; n < 12; n++) await answer(`wrong-${n}`);
    const right = await answer('1234');
    return right === 200 ? unknown('twelve wrong answers lock nothing') : seen(right);
  }),
  probe('authorisations.one-time.uses', { needs: [...needs, 'terms'] }).by(async (ctx) => {
    const { from } = await ctx.moment();
    const payroll = [recentPayslip(from)];
    const user = await linkedUser(ctx, { account: { payroll }, accepts: false });
    const { id } = await ctx.arrange.createTerm({ authorisation_category: 'one_time' });
    await ctx.arrange.accept(user.user_id, id);
    const first = await query(ctx, user);
    const { account_id } = await ctx.arrange.linkAccount(user.user_id, { payroll });
    const second = await query(ctx, { ...user, account_id });
    if (first.status !== 201) return unknown(`the first query got ${first.status}`);
    return seen(second.status === 201 ? 'any' : 'one');
  }),
  probe('accounts.delete.entries', { needs: [...needs, 'entries'] }).by(async (ctx) => {
    const { user_id, account_id } = await linkedUser(ctx);
    const { entry_id } = await ctx.arrange.createEntry(user_id, [payslipOf(3)], account_id);
    const { status } = await ctx.call('deleteAccount', { path: { account_id } });
    if (status !== 200) return unknown(`the account could not be deleted (${status})`);
    const after = (await ctx.call('deleteEntry', { path: { entry_id } })).status;
    return after === 404 ? seen('deleted') : after === 200 ? seen('kept') : unknown(`it answers ${after}`);
  }),
  probe('connections.disabled-status', { needs }).by(async (ctx) => {
    const linked = await linkedUser(ctx, { user: { payroll_connections_enabled: false } });
    return query(ctx, linked);
  }),
  probe('connections.disabled-direct', { needs: ['users', 'authorisations'] }).by(
    async ({ call, arrange }) => {
      const connect = async (payroll_connections_enabled: boolean): Promise<number> => {
        const user_id = await authorisedUser({ arrange }, { ...details, payroll_connections_enabled });
        return (await call('createDirectConnection', { body: { user_id } })).status;
      };
      const on = await connect(true);
      const off = await connect(false);
      if (on > 299) return unknown(`a direct connection got ${on} with connections enabled`);
      return seen(off > 299 ? 'refused' : 'allowed');
    },
  ),
  probe('connections.unknown-account-status', { needs }).by(async (ctx) => {
    const { bearer } = await linkedUser(ctx);
    return query(ctx, { account_id: unknownId, bearer });
  }),
  probe('connections.pending-account-status', { needs }).by(async (ctx) => {
    const linked = await linkedUser(ctx, { account: { mfa_enabled: true, mfa: '1234' } });
    return query(ctx, linked);
  }),
  probe('connections.empty-entry-id', { needs }).by(async (ctx) => {
    const { status, body, entry_id } = await query(ctx, await linkedUser(ctx));
    if (status !== 201) return unknown(`the query got ${status}`);
    if (!('entry_id' in body)) return seen('absent');
    return seen(entry_id === null ? 'null' : 'uuid');
  }),
  probe('connections.order', { needs }).by(async (ctx) => {
    const { from } = await ctx.moment();
    const months = [5, 4, 3, 2, 1].map((ago) => recentPayslip(from, ago));
    const paid = (payslip: unknown): string =>
      String(fieldsOf(fieldsOf(payslip)['income_information'])['pay_date']).slice(0, 10);
    const orders = new Set<string>();
    // In both orders: an answer may also keep that of the provider.
    for (const payroll of [months, months.toReversed()]) {
      const { body } = await query(ctx, await linkedUser(ctx, { account: { payroll } }));
      const order = orderOf(months.map(paid), objectsIn(body['payroll_submissions']).map(paid));
      if ('unknown' in order) return order;
      orders.add(order.value);
    }
    return seen(orders.size === 1 ? ([...orders][0] as 'oldest-first') : 'unspecified');
  }),
  probe('connections.after-entry-deleted', { needs }).by(async (ctx) => {
    const { from } = await ctx.moment();
    const linked = await linkedUser(ctx, { account: { payroll: [recentPayslip(from)] } });
    const { entry_id, ids } = await query(ctx, linked);
    if (typeof entry_id !== 'string' || ids.length === 0) return unknown('the first query found nothing');
    const { status } = await ctx.call('deleteEntry', { path: { entry_id } });
    if (status !== 200) return unknown(`the entry could not be deleted (${status})`);
    return seen((await query(ctx, linked)).ids.length > 0 ? 'found-again' : 'not-found');
  }),
  probe('direct-connections.success-status', { needs: directNeeds }).by(async (ctx) =>
    connect(ctx, await findable(ctx, {})),
  ),
  probe('direct-connections.unknown-user-status', { needs: ['writes'] }).by(async (ctx) => {
    return connect(ctx, unknownId);
  }),
  probe('direct-connections.missing-details', { needs: directNeeds }).by(async (ctx) => {
    const { status, found } = await connect(ctx, await findable(ctx, { ni_number: null }));
    if (status > 299) return status < 500 ? seen('reject') : unknown(`it answers ${status}`);
    return seen(found > 0 ? 'match-on-the-rest' : 'empty');
  }),
  probe('direct-connections.match', { needs: directNeeds }).by(async (ctx) => {
    const others = {
      ni_number: 'CE654321D',
      date_of_birth: '1971-02-03T00:00:00.000Z',
      post_codes: ['EH1 1YZ'],
    };
    if ((await connect(ctx, await findable(ctx, {}))).found === 0) return unknown('nothing was found at all');
    const kept: (keyof typeof others)[] = [];
    for (const [detail, other] of Object.entries(others) as [keyof typeof others, never][])
      if ((await connect(ctx, await findable(ctx, { [detail]: other }))).found === 0) kept.push(detail);
    return seen(kept);
  }),
  probe('direct-connections.no-match', { needs: directNeeds }).by(async (ctx) => {
    const { status, found } = await connect(ctx, await findable(ctx, { ni_number: 'CE654321D' }));
    if (status > 299) return seen(status);
    return found === 0 ? seen('empty') : unknown('payroll of another NI number was found');
  }),
  probe('direct-connections.repeat', { needs: directNeeds }).by(async (ctx) => {
    const user_id = await findable(ctx, {});
    const first = await connect(ctx, user_id);
    const second = await connect(ctx, user_id);
    if (first.found === 0) return unknown('the first connection found nothing');
    return seen(second.found > 0 ? 'all' : 'new-only');
  }),
  probe('direct-connections.pagination-offset', { needs: directNeeds }).by(async (ctx) => {
    const { offset } = await connect(ctx, await findable(ctx, {}));
    return typeof offset === 'number' ? seen(offset) : unknown('there is no pagination');
  }),
  probe('documents.extraction', { needs: ['users', 'tokens', 'authorisations'] }).by(async (ctx) => {
    const user_id = await authorisedUser(ctx);
    const body = { files: [{ file_name: 'march.pdf', external_id: 'march' }] };
    const as = { bearer: await ctx.arrange.tokenFor(user_id) };
    const answer = await ctx.call('presignBankStatements', { body, as });
    const [item] = objectsIn(fieldsOf(answer.body)['presigned_urls']);
    if (!item) return unknown(`presigning got ${answer.status}`);
    await uploadFile(ctx, String(item['presigned_url']), await specimenStatement());
    const [statement] = await ctx.extracted(
      async () => {
        const list = await ctx.call('listBankStatements', {
          path: { user_id },
          query: { offset: 0, limit: 10 },
        });
        return objectsIn(fieldsOf(list.body)['bank_statement_submissions']);
      },
      ({ length }) => length > 0,
    );
    if (!statement) return unknown('nothing came of the upload in time');
    return seen(missing(specimenValues(), statement) === undefined ? 'whole' : 'part');
  }),
  probe('presign.missing-external-id', { needs: ['users', 'tokens', 'authorisations'] }).by(
    async ({ call, arrange }) => {
      const user_id = await authorisedUser({ arrange });
      const body = { files: [{ file_name: 'march.pdf' }] };
      const as = { bearer: await arrange.tokenFor(user_id) };
      const answer = await call('presignBankStatements', { body, as });
      if (answer.status !== 200) return unknown(`a file without external_id got ${answer.status}`);
      const [item] = objectsIn(fieldsOf(answer.body)['presigned_urls']);
      if (!item) return unknown('the answer has no presigned URL');
      if (!('external_id' in item)) return seen('absent');
      return item['external_id'] === null ? seen('null') : unknown(`it is ${String(item['external_id'])}`);
    },
  ),
];
