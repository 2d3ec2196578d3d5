import type { PartialPayrollSubmission } from '../../../../spec/types.ts';
import { willingUser } from '../../../arrange/willing-user.ts';
import type { Context } from '../../../judgement/check.ts';
import { itemsOf } from '../../../predicates/pages.ts';
import { recentPayslip, withParts } from '../../../steps/retrieved.ts';
import { fieldsOf } from '../../../target/read-json.ts';
import { type AnyProbe, probe, seen, unknown } from '../probe.ts';

const needs = ['users', 'authorisations', 'tokens', 'accounts'] as const;
const employer_name = 'Weaver & Daughters';

const pay = (now: number): PartialPayrollSubmission =>
  withParts(recentPayslip(now), {
    identity_information: { date_of_birth: '1990-05-17', address: { post_code: 'LS1 4AP' } },
    employment_information: { employer_name, employer_tax_reference: '120/WD90210' },
    income_information: { earnings: { gross_pay: '2600.00', net_pay: '2100.00' } },
  });

/** A user; each `show` links an account with this pay and queries it. */
async function payee({ arrange, call }: Context, payslip: PartialPayrollSubmission) {
  const fields = { payroll_period_months: 12, payroll_connections_enabled: true, taxauth_enabled: true };
  const { user_id } = await arrange.createUser(fields);
  const bearer = await arrange.tokenFor(user_id);
  return {
    user_id,
    async show() {
      // An authorisation may be good for one retrieval alone.
      await arrange.accept(user_id);
      const { account_id } = await arrange.linkAccount(user_id, { payroll: [payslip] });
      return call('queryPayrollConnection', { body: { account_id }, as: { bearer } });
    },
  };
}

export const shownPayrollProbes: readonly AnyProbe[] = [
  probe('expenditure.repeated-payslips', { needs }).by(async (ctx) => {
    const { user_id, show } = await payee(ctx, pay((await ctx.moment()).from));
    const estimates: string[] = [];
    for (const time of ['first', 'second']) {
      const { status: shown } = await show();
      if (shown > 299) return unknown(`the ${time} query got ${shown}`);
      const { status, body } = await ctx.call('getOnsExpenditure', { path: { user_id } });
      const { expenditures } = fieldsOf(body);
      if (status !== 200 || !expenditures) return unknown(`the estimate got ${status}`);
      estimates.push(JSON.stringify(expenditures));
    }
    return seen(estimates[0] === estimates[1] ? 'once' : 'each');
  }),
  probe('income.origin', { needs: [...needs, 'income'] }).by(async (ctx) => {
    const payslip = pay((await ctx.moment()).from);
    const { user_id, show } = await payee(ctx, payslip);
    const { status, body } = await show();
    if (status > 299) return unknown(`the query got ${status}`);
    const entry = fieldsOf(body);
    const paid = payslip.income_information ?? {};
    const income = await ctx.arrange.createIncome(user_id, {
      employment: { employers: [{ employer_name, income: '2600.00' }] },
      income_period: { start: paid.pay_interval_start, end: paid.pay_interval_end },
    });
    const { account_id, entry_id } = income;
    if (account_id === entry['account_id'] && entry_id === entry['entry_id']) return seen('newest-payslip');
    const isShared = account_id === entry['account_id'] || entry_id === entry['entry_id'];
    if (account_id && entry_id && !isShared) return seen('own');
    return unknown(`it names account ${account_id} and entry ${entry_id}`);
  }),
  probe('income.origin-deleted', { needs: ['users', 'income', 'accounts', 'entries'] }).by(async (ctx) => {
    const { call, arrange } = ctx;
    const { user_id } = await willingUser(arrange, { taxauth_enabled: true });
    const { account_id } = await arrange.linkAccount(user_id, { payroll: [] });
    const { entry_id } = await arrange.createEntry(user_id, [{}], account_id);
    const { id } = await arrange.createIncome(user_id, { account_id, entry_id });
    const { status } = await call('deleteEntry', { path: { entry_id } });
    if (status !== 200) return unknown(`the entry could not be deleted (${status})`);
    const list = await call('getTaxauthIncome', { path: { user_id }, query: { limit: 100 } });
    return seen(itemsOf('income', list).some((one) => one['id'] === id) ? 'kept' : 'deleted');
  }),
];
