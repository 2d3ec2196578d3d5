import { type Check, type Context, check } from '../../check.ts';
import { expectSuccess } from '../../expect.ts';
import { type Month, monthOf, plusMonths } from './calendar.ts';
import { expectMonths, expectSameEstimates } from './estimates.ts';
import { estimateFor, type Payslip, payslipIn, readEstimate, readPoints, submissionOf } from './person.ts';

type Months = { connected?: Payslip; direct?: Payslip; uploaded: Payslip };

/** A user whose payroll comes in by these ways; all that a direct connection compares agrees. */
async function retrieved(ctx: Context, { connected, direct, uploaded }: Months): Promise<string> {
  const { arrange, call } = ctx;
  const identity = { name: 'Ada Ashworth', NI_number: 'JK482915C' };
  const found = (payslip: Payslip) => {
    const { identity_information, ...rest } = submissionOf(payslip);
    return { ...rest, identity_information: { ...identity_information, ...identity } };
  };
  const { user_id } = await arrange.createUser({
    forename: 'Ada',
    surname: 'Ashworth',
    ni_number: identity.NI_number,
    date_of_birth: `${uploaded.born}T00:00:00.000Z`,
    post_codes: [uploaded.postCode ?? ''],
    payroll_connections_enabled: true,
    payroll_period_months: 12,
  });
  await arrange.accept(user_id);
  if (connected) {
    const { account_id } = await arrange.linkAccount(user_id, { payroll: [found(connected)] });
    const token = await arrange.tokenFor(user_id);
    expectSuccess(await call('queryPayrollConnection', { body: { account_id }, as: { bearer: token } }));
  }
  if (direct) {
    await arrange.setDirectPayroll(user_id, [found(direct)]);
    expectSuccess(await call('createDirectConnection', { body: { user_id } }));
  }
  await arrange.createEntry(user_id, [found(uploaded)]);
  return user_id;
}

/** Payslips of two months that came in by different ways weigh as two that were uploaded, also where they pay the same. */
async function expectCounted(ctx: Context, by: 'connected' | 'direct', net = 210_000): Promise<void> {
  // Of late, so that no lookback period leaves it out.
  const { from } = await ctx.moment();
  const ago = (count: number): Month =>
    plusMonths(monthOf(new Date(from).toISOString().slice(0, 10)), -count);
  const retrievedThen = payslipIn(ago(2), { net: 180_000 });
  const uploaded = payslipIn(ago(3), { net });
  const answer = await readEstimate(ctx, await retrieved(ctx, { [by]: retrievedThen, uploaded }));
  const twin = await estimateFor(ctx, { payslips: [retrievedThen, uploaded] });
  expectMonths(answer, [ago(2), ago(3)], 'the months of payroll from two sources');
  expectSameEstimates(answer, twin, 'the estimates, as of two payslips');
}

export const sourceChecks: readonly Check[] = [
  check({
    clause: 'expenditure.sources.all-payroll',
    needs: ['users', 'entries', 'accounts', 'authorisations', 'tokens'],
    uses: readPoints,
    scenario: async (ctx) => {
      await expectCounted(ctx, 'connected');
      await expectCounted(ctx, 'connected', 180_000);
    },
  }),

  check({
    clause: 'expenditure.sources.direct-connection',
    needs: ['users', 'entries', 'direct-payroll', 'authorisations'],
    uses: readPoints,
    scenario: (ctx) => expectCounted(ctx, 'direct'),
  }),
];
