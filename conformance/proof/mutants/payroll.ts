import type { PayrollSubmission } from '../../../spec/types.ts';
import { around, type Defect, instead, type Mutant, mutant, onAnswer, onBody, onErrors } from './mutant.ts';

const query = 'queryPayrollConnection';
const direct = 'createDirectConnection';
type Found = { payroll_submissions: PayrollSubmission[] };

const onFound = (
  operation: typeof query | typeof direct,
  change: (submission: PayrollSubmission) => void,
): Defect =>
  onBody(operation, (body) => {
    for (const one of (body as Found).payroll_submissions) change(one);
  });

/** Answers a query that finds nothing with what was found before. */
function findsAgain(): Defect {
  const found = new Map<string, PayrollSubmission[]>();
  return onBody(query, (body) => {
    const { account_id, payroll_submissions: now } = body;
    if (now.length === 0) body.payroll_submissions = found.get(account_id) ?? [];
    else found.set(account_id, now);
  });
}

const queryMutants: readonly Mutant[] = [
  mutant(
    'names-the-entry-as-the-account',
    'payroll.query.result',
    onBody(query, (body) => {
      if (body.entry_id) body.account_id = body.entry_id;
    }),
  ),
  mutant(
    'loses-the-latest-payslip',
    'payroll.query.finds-new-payroll',
    onBody(query, ({ payroll_submissions }) => {
      payroll_submissions.shift();
    }),
  ),
  mutant(
    'finds-the-latest-payslip-alone',
    'payroll.query.finds-all-new',
    onBody(query, ({ payroll_submissions }) => {
      payroll_submissions.splice(1);
    }),
  ),
  mutant(
    'refuses-when-nothing-is-new',
    'payroll.query.empty-when-nothing-new',
    onAnswer(query, (answer) =>
      answer.status === 201 && (answer.body as Found).payroll_submissions.length === 0
        ? { ...answer, status: 404, body: { errors: ['No new payroll was found'] } }
        : answer,
    ),
  ),
  mutant('finds-the-same-payroll-again', 'payroll.query.not-twice', findsAgain()),
  mutant(
    'names-an-entry-that-is-not-there',
    'payroll.query.makes-entry',
    onBody(query, (body) => {
      body.entry_id = '00000000-0000-4000-8000-000000000000';
    }),
  ),
  mutant(
    'leaves-submissions-without-their-entry',
    'payroll.query.submissions-linked',
    onFound(query, (one) => {
      one.entry_id = null;
    }),
  ),
  mutant(
    'does-not-name-the-missing-account',
    'payroll.query.missing-account-named',
    onErrors(query, (errors, status) => (status === 400 ? ['Bad request'] : errors)),
  ),
  mutant(
    'takes-an-account-of-any-type',
    'payroll.query.ill-typed-account',
    instead(query, ({ sent: { account_id = '' } }) => {
      return typeof account_id === 'string'
        ? undefined
        : { status: 201, body: { account_id, entry_id: null, payroll_submissions: [] } };
    }),
  ),
  mutant(
    'finds-nothing-for-unknown-accounts',
    'payroll.query.unknown-account',
    onAnswer(query, (answer) =>
      answer.status === 404 ? { ...answer, status: 201, body: { payroll_submissions: [] } } : answer,
    ),
  ),
  mutant(
    'queries-the-accounts-of-other-users',
    'payroll.query.token-of-the-user',
    around(query, async (context, handler) => {
      const owner = await context.client.users.ownerOf(context.body.account_id ?? '');
      if (!owner) return handler(context);
      return handler({ ...context, caller: { ...context.caller, userId: owner.user.user_id } as never });
    }),
  ),
];

const submissionMutants: readonly Mutant[] = [
  mutant(
    'tells-one-source-for-all-payroll',
    'payroll.submission.source',
    onFound(query, (one) => {
      one.source = 'Payroll';
    }),
    onFound(direct, (one) => {
      one.source = 'Payroll';
    }),
  ),
  mutant(
    'tells-direct-pay-dates-in-local-time',
    'payroll.submission.timestamps',
    onFound(direct, ({ income_information: income }) => {
      if (income) income.pay_date = income.pay_date?.replace('Z', '+00:00') ?? null;
    }),
  ),
  mutant(
    'writes-deductions-with-a-pound-sign',
    'payroll.submission.money',
    onFound(direct, ({ income_information: income }) => {
      for (const one of income?.deductions?.deductions_elements ?? [])
        one.amount = one.amount == null ? null : `£${one.amount}`;
    }),
  ),
  mutant(
    'drops-the-last-nought-of-deductions',
    'http.two-decimal-money',
    onFound(query, ({ income_information: income }) => {
      for (const one of income?.deductions?.deductions_elements ?? [])
        one.amount = one.amount?.slice(0, -1) ?? null;
    }),
  ),
  mutant(
    'gives-quantities-as-numbers',
    'payroll.submission.quantity-and-rate',
    onFound(query, ({ income_information: income }) => {
      for (const one of income?.earnings?.earning_elements ?? [])
        Object.assign(one, { quantity: Number(one.quantity) });
    }),
  ),
  mutant(
    'writes-phone-numbers-as-text',
    'payroll.submission.phone-is-number',
    onFound(direct, ({ identity_information: identity }) => {
      if (identity) Object.assign(identity, { phone: `0${identity.phone}` });
    }),
  ),
  mutant(
    'writes-the-tax-year-as-text',
    'payroll.submission.types',
    onFound(direct, ({ income_information: income }) => {
      const year = income?.earnings?.year_to_date;
      if (year) Object.assign(year, { tax_year: `${year.tax_year}/${Number(year.tax_year) + 1}` });
    }),
  ),
];

/** Broken sandboxes for the clauses about payroll. */
export const payrollMutants: readonly Mutant[] = [...queryMutants, ...submissionMutants];
