import type { PayrollSubmission } from '../../spec/types.ts';
import { parsePence } from '../money.ts';

/** Pence of a money text that must be there. */
export function pence(text: string | null | undefined): number {
  const amount = text == null ? undefined : parsePence(text);
  if (amount === undefined) throw new Error(`Not money: ${text}`);
  return amount;
}

const sum = (texts: (string | null | undefined)[]) => texts.reduce((total, text) => total + pence(text), 0);

/** Names the laws of arithmetic that a payslip breaks. */
export function brokenPayslipLaws(submission: PayrollSubmission): string[] {
  const { earnings, deductions } = submission.income_information!;
  const gross = pence(earnings!.gross_pay);
  const lines = earnings!.earning_elements!;
  const taken = deductions!.deductions_elements!;
  const named = (...types: string[]) =>
    sum(taken.filter(({ type }) => types.includes(type!)).map(({ amount }) => amount));
  const laws: [string, boolean][] = [
    ['earning elements add up to gross', sum(lines.map(({ amount }) => amount)) === gross],
    [
      'fixed and variable pay are gross',
      pence(earnings!.fixed_pay_total) + pence(earnings!.variable_pay_total) === gross,
    ],
    [
      'fixed lines add up to fixed pay',
      sum(lines.filter((line) => line.is_fixed).map(({ amount }) => amount)) ===
        pence(earnings!.fixed_pay_total),
    ],
    [
      'deduction elements add up to the total',
      sum(taken.map(({ amount }) => amount)) === pence(deductions!.total_deductions),
    ],
    [
      'gross less deductions is net',
      gross - pence(deductions!.total_deductions) === pence(earnings!.net_pay),
    ],
    ['income tax is its line', named('income_tax') === pence(deductions!.income_tax)],
    ['national insurance is its line', named('employee_ni') === pence(deductions!.employee_ni)],
    ['pension is its line', named('employee_pension') === pence(deductions!.employee_pension)],
    [
      'loans are their lines',
      named('student_loan', 'postgraduate_loan') === pence(deductions!.loan_deductions),
    ],
  ];
  return laws.filter(([, holds]) => !holds).map(([law]) => `${submission.id}: ${law}`);
}

/** Names the laws that a run of payslips of one job breaks, oldest first. */
export function brokenRunLaws(submissions: PayrollSubmission[]): string[] {
  const broken: string[] = [];
  let year: { taxYear: number; gross: number; net: number; tax: number; ni: number } | undefined;
  submissions.forEach((submission, index) => {
    const { earnings, deductions, pay_date, pay_frequency } = submission.income_information!;
    const claim = earnings!.year_to_date!;
    const taxYear = claim.tax_year!;
    const [net, gross] = [pence(earnings!.net_pay), pence(earnings!.gross_pay)];
    const before = year?.taxYear === taxYear ? year : { gross: 0, net: 0, tax: 0, ni: 0 };
    year = {
      taxYear,
      gross: before.gross + gross,
      net: before.net + net,
      tax: before.tax + pence(deductions!.income_tax),
      ni: before.ni + pence(deductions!.employee_ni),
    };
    const day = pay_date!.slice(0, 10);
    if (day < `${taxYear}-04-06` || day > `${taxYear + 1}-04-05`) broken.push(`${submission.id}: tax year`);
    const agrees =
      pence(claim.gross_pay) === year.gross &&
      pence(claim.net_pay) === year.net &&
      pence(claim.total_tax_paid) === year.tax &&
      pence(claim.total_ni_paid) === year.ni;
    if (!agrees) broken.push(`${submission.id}: year to date`);
    if (pay_frequency === 'monthly' && index >= 11) {
      const months = submissions.slice(index - 11, index + 1).map((one) => one.income_information!.earnings!);
      const rolling = earnings!.rolling_12m_income!;
      if (
        sum(months.map((month) => month.gross_pay)) !== pence(rolling.gross_pay) ||
        sum(months.map((month) => month.net_pay)) !== pence(rolling.net_pay)
      ) {
        broken.push(`${submission.id}: rolling twelve months`);
      }
    }
  });
  return broken;
}
