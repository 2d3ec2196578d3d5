import { ifOffered } from '../../arrange/offers.ts';
import { Refused } from '../../judgement/arrangement.ts';
import type { Capability } from '../../judgement/capability.ts';
import type { Context } from '../../judgement/check.ts';
import { expectEqual } from '../../judgement/expect.ts';
import { CannotArrange } from '../../judgement/failure.ts';
import { userFields } from '../../predicates/settings.ts';
import { details, type LinkedUser, linkedUser, waitingAccount } from '../../steps/linked-user.ts';
import { recentPayslip, withParts } from '../../steps/retrieved.ts';
import { findListed, type ListingContext } from '../../steps/user-list.ts';
import { fieldsOf, objectsIn } from '../../target/read-json.ts';

export const wholeNeeds: readonly Capability[] = ['users', 'tokens', 'authorisations', 'accounts', 'entries'];

/** A user with one of everything that can be arranged: an account with payroll, two that wait for MFA, an entry. */
export type WholeUser = LinkedUser & { waiting: string; besides: string; entry_id: string };

/** Other checks change a user that was lent, and two that were may be one. */
export function expectOwn(ctx: Pick<Context, 'isLent'>, user_id: string): void {
  if (!ctx.isLent(user_id)) return;
  const remedy = 'let users be created (--arrange)';
  throw new CannotArrange('it needs new users, and a fixtures file creates none', [remedy]);
}

export async function wholeUser(ctx: Context): Promise<WholeUser> {
  const { from } = await ctx.moment();
  const { arrange } = ctx;
  const on = { taxauth_enabled: true, payroll_connections_enabled: true, payslip_upload_enabled: true };
  const user = { ...details, ...on, ext_id: ctx.mark('user') };
  const linked = await linkedUser(ctx, { user, account: { payroll: [recentPayslip(from, 1)] } });
  expectOwn(ctx, linked.user_id);
  const waiting = (await arrange.linkAccount(linked.user_id, waitingAccount)).account_id;
  const besides = (await arrange.linkAccount(linked.user_id, waitingAccount)).account_id;
  const payslip = withParts(recentPayslip(from, 2), {
    identity_information: { date_of_birth: details.date_of_birth, address: { post_code: 'LS1 4AP' } },
  });
  const { entry_id } = await arrange.createEntry(linked.user_id, [payslip], null);
  await ifOffered(() => arrange.createBankStatement(linked.user_id));
  await ifOffered(() => arrange.createIncome(linked.user_id));
  return { ...linked, waiting, besides, entry_id };
}

const told = (items: unknown, ...fields: readonly string[]): string[] =>
  objectsIn(items)
    .map((item) => fields.map((field) => JSON.stringify(item[field])).join(' '))
    .sort();

/** The arrangement does not know the user any more: it was deleted, which the law is to see. */
function noneWhereUnknown(error: unknown): undefined {
  if (!(error instanceof Refused) || error.status !== 404) throw error;
}

/** Everything that the service shows of a user, and the arrangement where it can, in an order of its own. */
export async function stateOf(ctx: ListingContext, user_id: string): Promise<object> {
  const path = { user_id };
  const [listed, statements, income, estimate, dossier] = await Promise.all([
    findListed(ctx, [user_id]),
    ctx.call('listBankStatements', { path, query: { offset: 0, limit: 100 } }),
    ctx.call('getTaxauthIncome', { path, query: { limit: 100 } }),
    ctx.call('getOnsExpenditure', { path }),
    ifOffered(() => ctx.arrange.inspectUser(user_id).catch(noneWhereUnknown)),
  ]);
  const shown = listed.get(user_id);
  const fields = userFields.filter((field) => shown?.[field] != null);
  return {
    user: shown && Object.fromEntries(fields.map((field) => [field, shown[field]])),
    statements: [statements.status, told(fieldsOf(statements.body)['bank_statement_submissions'], 'id')],
    income: [income.status, told(fieldsOf(income.body)['income_submissions'], 'id')],
    estimate: [estimate.status, told(fieldsOf(estimate.body)['expenditures'], 'date', 'total')],
    accounts: told(dossier?.accounts, 'account_id', 'status'),
    entries: told(dossier?.entries, 'entry_id'),
    documents: told(dossier?.documents, 'document_id', 'state'),
  };
}

export function expectUnchanged(after: unknown, before: unknown, what: string): void {
  for (const [name, was] of Object.entries(fieldsOf(before)))
    expectEqual(fieldsOf(after)[name], was, `${name} of ${what}`);
}
