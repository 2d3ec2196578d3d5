import type { Context } from '../../../judgement/check.ts';
import { itemsOf, paginationOf } from '../../../predicates/pages.ts';
import { payrollIn } from '../../../predicates/payroll.ts';
import { missing } from '../../../steps/kept-by-meaning.ts';
import {
  authorisedUser,
  details,
  type LinkedUser,
  linkedUser,
  payslipOf,
  waitingAccount,
} from '../../../steps/linked-user.ts';
import { connect as connectOf, query as queryOf } from '../../../steps/provided-payroll.ts';
import { recentPayslip } from '../../../steps/retrieved.ts';
import { specimenStatement, specimenValues } from '../../../steps/specimen-statement.ts';
import { uploadFile } from '../../../steps/upload-file.ts';
import { fieldsOf, objectsIn } from '../../../target/read-json.ts';
import { type AnyProbe, probe, seen, unknown, unknownId } from '../probe.ts';
import { type Order, orderOf } from './lists.ts';
import { presigner } from './requests.ts';

const needs = ['users', 'tokens', 'authorisations', 'accounts'] as const;

async function query(ctx: Pick<Context, 'call'>, user: Pick<LinkedUser, 'account_id' | 'bearer'>) {
  const answer = await queryOf(ctx, user);
  return { status: answer.status, body: fieldsOf(answer.body), payroll: payrollIn(answer) };
}

const answerMfa = ({ call }: Context, account_id: string, mfa = '1234') =>
  call('submitMfa', { path: { account_id }, body: { mfa } });

async function presigned(ctx: Context, file: object) {
  const { user_id, presign } = await presigner(ctx);
  const { status, body } = await presign(file);
  const [item] = objectsIn(fieldsOf(body)['presigned_urls']);
  return { user_id, status, item };
}

async function findable({ arrange, moment }: Context, user: object): Promise<string> {
  const user_id = await authorisedUser({ arrange }, { ...details, ...user });
  const { income_information } = recentPayslip((await moment()).from);
  await arrange.setDirectPayroll(user_id, [{ ...payslipOf(3), income_information }]);
  return user_id;
}

async function connect(ctx: Context, user_id: string) {
  const answer = await connectOf(ctx, { user_id });
  const { offset } = paginationOf(answer);
  return { status: answer.status, found: payrollIn(answer).length, offset };
}

const directNeeds = ['users', 'authorisations', 'direct-payroll'] as const;
const uploadNeeds = ['users', 'tokens', 'authorisations'] as const;

export const connectionProbes: readonly AnyProbe[] = [
  probe('accounts.mfa.wrong-answer-status', { needs }).by(async (ctx) => {
    const { account_id } = await linkedUser(ctx, { account: waitingAccount });
    return answerMfa(ctx, account_id, 'not-it');
  }),
  probe('accounts.mfa.not-pending-status', { needs }).by(async (ctx) =>
    answerMfa(ctx, (await linkedUser(ctx)).account_id),
  ),
  probe('accounts.mfa.locked-status', { needs }).by(async (ctx) => {
    const { account_id } = await linkedUser(ctx, { account: waitingAccount });
    for (let n = 0; n < 12; n++) await answerMfa(ctx, account_id, `wrong-${n}`);
    const right = (await answerMfa(ctx, account_id)).status;
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
  probe('connections.disabled-status', { needs }).by(async (ctx) =>
    query(ctx, await linkedUser(ctx, { user: { payroll_connections_enabled: false } })),
  ),
  probe('connections.disabled-direct', { needs: ['users', 'authorisations'] }).by(async (ctx) => {
    const tried = async (payroll_connections_enabled: boolean): Promise<number> =>
      (await connect(ctx, await authorisedUser(ctx, { ...details, payroll_connections_enabled }))).status;
    const on = await tried(true);
    const off = await tried(false);
    if (on > 299) return unknown(`a direct connection got ${on} with connections enabled`);
    return seen(off > 299 ? 'refused' : 'allowed');
  }),
  probe('connections.unknown-account-status', { needs }).by(async (ctx) => {
    const { bearer } = await linkedUser(ctx);
    return query(ctx, { account_id: unknownId, bearer });
  }),
  probe('connections.pending-account-status', { needs }).by(async (ctx) =>
    query(ctx, await linkedUser(ctx, { account: waitingAccount })),
  ),
  probe('connections.empty-entry-id', { needs }).by(async (ctx) => {
    const { status, body } = await query(ctx, await linkedUser(ctx));
    if (status !== 201) return unknown(`the query got ${status}`);
    if (!('entry_id' in body)) return seen('absent');
    return seen(body['entry_id'] === null ? 'null' : 'uuid');
  }),
  probe('connections.order', { needs }).by(async (ctx) => {
    const { from } = await ctx.moment();
    const months = [5, 4, 3, 2, 1].map((ago) => recentPayslip(from, ago));
    const paid = ({ income_information: income }: { income_information?: unknown }): string =>
      String(fieldsOf(income)['pay_date']).slice(0, 10);
    const orders = new Set<Order>();
    // In both orders: an answer may also keep that of the provider.
    for (const payroll of [months, months.toReversed()]) {
      const answer = await query(ctx, await linkedUser(ctx, { account: { payroll } }));
      const order = orderOf(months.map(paid), answer.payroll.map(paid));
      if ('unknown' in order) return order;
      orders.add(order.value);
    }
    const [order = 'unspecified'] = orders;
    return seen(orders.size === 1 ? order : 'unspecified');
  }),
  probe('connections.after-entry-deleted', { needs }).by(async (ctx) => {
    const { from } = await ctx.moment();
    const linked = await linkedUser(ctx, { account: { payroll: [recentPayslip(from)] } });
    const { body, payroll } = await query(ctx, linked);
    const { entry_id } = body;
    if (typeof entry_id !== 'string' || payroll.length === 0) return unknown('the first query found nothing');
    const { status } = await ctx.call('deleteEntry', { path: { entry_id } });
    if (status !== 200) return unknown(`the entry could not be deleted (${status})`);
    return seen((await query(ctx, linked)).payroll.length > 0 ? 'found-again' : 'not-found');
  }),
  probe('direct-connections.success-status', { needs: directNeeds }).by(async (ctx) =>
    connect(ctx, await findable(ctx, {})),
  ),
  probe('direct-connections.unknown-user-status', { needs: ['writes'] }).by((ctx) => connect(ctx, unknownId)),
  probe('direct-connections.missing-details', { needs: directNeeds }).by(async (ctx) => {
    const { status, found } = await connect(ctx, await findable(ctx, { ni_number: null }));
    if (status > 299) return status < 500 ? seen('reject') : unknown(`it answers ${status}`);
    return seen(found > 0 ? 'match-on-the-rest' : 'empty');
  }),
  probe('direct-connections.match', { needs: directNeeds }).by(async (ctx) => {
    const date_of_birth = '1971-02-03T00:00:00.000Z';
    const others = { ni_number: 'CE654321D', date_of_birth, post_codes: ['EH1 1YZ'] };
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
  probe('documents.extraction', { needs: uploadNeeds }).by(async (ctx) => {
    const { user_id, status, item } = await presigned(ctx, { file_name: 'march.pdf', external_id: 'march' });
    if (!item) return unknown(`presigning got ${status}`);
    await uploadFile(ctx, String(item['presigned_url']), await specimenStatement());
    const request = { path: { user_id }, query: { offset: 0, limit: 10 } };
    const listed = async () => itemsOf('bank-statements', await ctx.call('listBankStatements', request));
    const [statement] = await ctx.extracted(listed, ({ length }) => length > 0);
    if (!statement) return unknown('nothing came of the upload in time');
    return seen(missing(specimenValues(), statement) === undefined ? 'whole' : 'part');
  }),
  probe('presign.missing-external-id', { needs: uploadNeeds }).by(async (ctx) => {
    const { status, item } = await presigned(ctx, { file_name: 'march.pdf' });
    if (status !== 200) return unknown(`a file without external_id got ${status}`);
    if (!item) return unknown('the answer has no presigned URL');
    if (!('external_id' in item)) return seen('absent');
    return item['external_id'] === null ? seen('null') : unknown(`it is ${String(item['external_id'])}`);
  }),
];
