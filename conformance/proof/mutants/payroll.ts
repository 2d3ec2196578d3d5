import type { PayrollSubmission } from '../../../spec/types.ts';
import {
  around,
  type Defect,
  instead,
  type Mutant,
  mutantsOf,
  onAnswer,
  onBody,
  onErrors,
  onStatus,
} from './mutant.ts';

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

function findsAgain(): Defect {
  const found = new Map<string, PayrollSubmission[]>();
  return onBody(query, (body) => {
    const { account_id, payroll_submissions: now } = body;
    if (now.length === 0) body.payroll_submissions = found.get(account_id) ?? [];
    else found.set(account_id, now);
  });
}

const queryMutants = mutantsOf('payroll.query.', {
  'result: names-the-entry-as-the-account': onBody(query, (body) => {
    if (body.entry_id) body.account_id = body.entry_id;
  }),
  'finds-new-payroll: loses-the-latest-payslip': onBody(query, ({ payroll_submissions }) => {
    payroll_submissions.shift();
  }),
  'finds-all-new: finds-the-latest-payslip-alone': onBody(query, ({ payroll_submissions }) => {
    payroll_submissions.splice(1);
  }),
  'empty-when-nothing-new: refuses-when-nothing-is-new': onAnswer(query, (answer) =>
    answer.status === 201 && (answer.body as Found).payroll_submissions.length === 0
      ? { ...answer, status: 404, body: { errors: ['No new payroll was found'] } }
      : answer,
  ),
  'not-twice: finds-the-same-payroll-again': findsAgain(),
  'makes-entry: names-an-entry-that-is-not-there': onBody(query, (body) => {
    body.entry_id = '00000000-0000-4000-8000-000000000000';
  }),
  'submissions-linked: leaves-submissions-without-their-entry': onFound(query, (one) => {
    one.entry_id = null;
  }),
  'missing-account-named: does-not-name-the-missing-account': onErrors(query, (errors, status) =>
    status === 400 ? ['Bad request'] : errors,
  ),
  'ill-typed-account: takes-an-account-of-any-type': instead(query, ({ sent: { account_id = '' } }) =>
    typeof account_id === 'string'
      ? undefined
      : { status: 201, body: { account_id, entry_id: null, payroll_submissions: [] } },
  ),
  'unknown-account: finds-nothing-for-unknown-accounts': onStatus(query, 404, 201, {
    payroll_submissions: [],
  }),
  'token-of-the-user: queries-the-accounts-of-other-users': around(query, async (context, handler) => {
    const owner = await context.client.users.ownerOf(context.body.account_id ?? '');
    if (!owner) return handler(context);
    return handler({ ...context, caller: { ...context.caller, userId: owner.user.user_id } as never });
  }),
});

const submissionMutants = mutantsOf('', {
  'payroll.submission.source: tells-one-source-for-all-payroll': [
    onFound(query, (one) => {
      one.source = 'Payroll';
    }),
    onFound(direct, (one) => {
      one.source = 'Payroll';
    }),
  ],
  'payroll.submission.timestamps: tells-direct-pay-dates-in-local-time': onFound(
    direct,
    ({ income_information: income }) => {
      if (income) income.pay_date = income.pay_date?.replace('Z', '+00:00') ?? null;
    },
  ),
  'payroll.submission.money: writes-deductions-with-a-pound-sign': onFound(
    direct,
    ({ income_information: income }) => {
      for (const one of income?.deductions?.deductions_elements ?? [])
        one.amount = one.amount == null ? null : `£${one.amount}`;
    },
  ),
  'http.two-decimal-money: drops-the-last-nought-of-deductions': onFound(
    query,
    ({ income_information: income }) => {
      for (const one of income?.deductions?.deductions_elements ?? [])
        one.amount = one.amount?.slice(0, -1) ?? null;
    },
  ),
  'payroll.submission.quantity-and-rate: gives-quantities-as-numbers': onFound(
    query,
    ({ income_information: income }) => {
      for (const one of income?.earnings?.earning_elements ?? [])
        Object.assign(one, { quantity: Number(one.quantity) });
    },
  ),
  'payroll.submission.phone-is-number: writes-phone-numbers-as-text': onFound(
    direct,
    ({ identity_information: identity }) => {
      if (identity) Object.assign(identity, { phone: `0${identity.phone}` });
    },
  ),
  'payroll.submission.types: writes-the-tax-year-as-text': onFound(
    direct,
    ({ income_information: income }) => {
      const year = income?.earnings?.year_to_date;
      if (year) Object.assign(year, { tax_year: `${year.tax_year}/${Number(year.tax_year) + 1}` });
    },
  ),
});

export const payrollMutants: readonly Mutant[] = [...queryMutants, ...submissionMutants];
