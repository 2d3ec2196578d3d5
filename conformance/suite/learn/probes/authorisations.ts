import type { Context } from '../../../judgement/check.ts';
import { details, linkedUser, payslipOf, waitingAccount } from '../../../steps/linked-user.ts';
import { file } from '../../../steps/upload-file.ts';
import { fieldsOf } from '../../../target/read-json.ts';
import { type AnyProbe, probe, seen, unknown, unknownId } from '../probe.ts';

const uploadNeeds = ['users', 'tokens', 'authorisations'] as const;
const needs = [...uploadNeeds, 'accounts'] as const;

const query = ({ call }: Context, linked: Record<'account_id' | 'bearer', string>, headers = {}) => {
  const { account_id, bearer } = linked;
  return call('queryPayrollConnection', { body: { account_id }, headers, as: { bearer } });
};

export const authorisationProbes: readonly AnyProbe[] = [
  probe('authorisations.missing-status', { needs }).by(async (ctx) =>
    query(ctx, await linkedUser(ctx, { accepts: false })),
  ),
  probe('direct-connections.unauthorised-status', { needs: ['users'] }).by(async ({ call, arrange }) => {
    const { user_id } = await arrange.createUser(details);
    return call('createDirectConnection', { body: { user_id } });
  }),
  probe('accounts.mfa.unauthorised-status', { needs }).by(async (ctx) => {
    const { account_id } = await linkedUser(ctx, { account: waitingAccount, accepts: false });
    return ctx.call('submitMfa', { path: { account_id }, body: { mfa: '1234' } });
  }),
  probe('authorisations.unusable-status', { needs }).by(async (ctx) =>
    query(ctx, await linkedUser(ctx), { 'x-svc-authorisation-id': unknownId }),
  ),
  probe('authorisations.resolution', { needs: [...needs, 'terms'] }).by(async (ctx) => {
    const chosen = new Set<'oldest' | 'newest' | 'unspecified'>();
    for (let round = 0; round < 3; round++) {
      const linked = await linkedUser(ctx, { accepts: false });
      const accepted: string[] = [];
      for (let n = 0; n < 3; n++) {
        const term = await ctx.arrange.createTerm();
        accepted.push((await ctx.arrange.accept(linked.user_id, term.id)).authorisation_id);
      }
      const { status, body } = await query(ctx, linked);
      if (status !== 201) return unknown(`the query got ${status}`);
      const used = accepted.indexOf(String(fieldsOf(body)['authorisation_id']));
      chosen.add(used === 0 ? 'oldest' : used === 2 ? 'newest' : 'unspecified');
    }
    const [only = 'unspecified'] = chosen;
    return seen(chosen.size === 1 ? only : 'unspecified');
  }),
  probe('authorisations.term-deactivated', { needs: [...needs, 'terms'] }).by(async (ctx) => {
    const linked = await linkedUser(ctx, { accepts: false });
    const { id } = await ctx.arrange.createTerm();
    await ctx.arrange.accept(linked.user_id, id);
    const before = (await query(ctx, linked)).status;
    if (before !== 201) return unknown(`the query before got ${before}`);
    await ctx.arrange.setTermActive(id, false);
    return seen((await query(ctx, linked)).status === 201 ? 'stays-valid' : 'becomes-invalid');
  }),
  probe('authorisations.presign', { needs: uploadNeeds }).by(async ({ call, arrange }) => {
    const { user_id } = await arrange.createUser();
    const as = { bearer: await arrange.tokenFor(user_id) };
    const presign = async (): Promise<number> =>
      (await call('presignBankStatements', { body: { files: [file] }, as })).status;
    if ((await presign()) === 200) return seen('not-required');
    await arrange.accept(user_id);
    const after = await presign();
    return after === 200 ? seen('required') : unknown(`even with an authorisation it answers ${after}`);
  }),
  probe('authorisations.reads', {
    needs: ['users', 'authorisations', 'bank-statements', 'income', 'entries'],
  }).by(async ({ call, arrange }) => {
    const { user_id } = await arrange.createUser({ ...details, taxauth_enabled: true });
    await arrange.createBankStatement(user_id);
    await arrange.createIncome(user_id);
    await arrange.createEntry(user_id, [payslipOf(3)]);
    const operations = ['listBankStatements', 'getTaxauthIncome', 'getOnsExpenditure'] as const;
    const read = async () => {
      const statuses: number[] = [];
      for (const id of operations) statuses.push((await call(id, { path: { user_id } })).status);
      return statuses;
    };
    const without = await read();
    await arrange.accept(user_id);
    const having = await read();
    if (having.some((status) => status !== 200))
      return unknown(`even with an authorisation they answer ${having.join(', ')}`);
    return seen(operations.filter((_, at) => without[at] !== 200));
  }),
];
