import { civil, dayNumber, weekday } from '../../calendar.ts';
import { parseGroupedPence } from '../../money.ts';
import { hash32 } from '../../random.ts';
import type { Known } from '../../testing/learner.ts';
import { pence } from '../../testing/payslip-laws.ts';
import type { StartingUser } from '../starting-user.ts';

const mean = (list: readonly number[]): number =>
  list.length === 0 ? 0 : list.reduce((sum, one) => sum + one, 0) / list.length;
const share = <T>(list: readonly T[], test: (one: T) => boolean): number =>
  mean(list.map((one) => Number(test(one))));
const most = (list: readonly number[]): number => (list.length === 0 ? 0 : Math.max(...list));
const isRound = (amount: number, pounds: number) => amount % (pounds * 100) === 0;
const roundness = (name: string, amounts: readonly number[]) => ({
  [`${name}: whole pounds`]: share(amounts, (one) => isRound(one, 1)),
  [`${name}: whole tens`]: share(amounts, (one) => isRound(one, 10)),
  [`${name}: whole fifties`]: share(amounts, (one) => isRound(one, 50)),
});
const sizes = (name: string, amounts: readonly number[]) => ({
  [`${name}: mean`]: mean(amounts),
  [`${name}: largest`]: most(amounts),
});
const lengths = (name: string, texts: readonly string[]) => ({
  [`${name}: mean length`]: mean(texts.map((text) => text.length)),
  [`${name}: longest`]: most(texts.map((text) => text.length)),
});
const dayOfMonth = (day: string) => civil(dayNumber(day.slice(0, 10))).day;
const isInOrder = (list: readonly string[]) =>
  Number(list.every((one, index) => index === 0 || list[index - 1]! <= one));
const daysBetween = (from: string, to: string) => dayNumber(to.slice(0, 10)) - dayNumber(from.slice(0, 10));
const wordsIn = (text: string) =>
  text
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word.length > 1);

/**
 * Everything about a user that is no relation: each value of each document by itself, and how many there are. Nothing compares
 * two documents or two fields; docs/fraud.md lists the groups.
 */
export function artefactsOf(held: StartingUser, begins: string): Known {
  const slips = held.entries.flatMap((entry) => entry.payroll_submissions);
  const pay = slips.map((slip) => slip.income_information!);
  const jobs = slips.map((slip) => slip.employment_information!);
  const earned = pay.map(({ earnings }) => earnings!);
  const taken = pay.map(({ deductions }) => deductions!);
  const earningLines = earned.flatMap((one) => one.earning_elements!);
  const deductionLines = taken.flatMap((one) => one.deductions_elements!);
  const statements = held.bank_statement_submissions;
  const lines = statements.flatMap((one) => one.transactions!);
  const named = (pattern: RegExp) => lines.filter(({ description }) => pattern.test(description!));
  const credits = lines.filter(({ type }) => type === 'credit');
  const salaries = named(/ (SALARY|WAGES|PENSION SCHEME)$/);
  const savings = named(/SAVINGS/);
  const accounts = statements.map((one) => one.account_information!);
  const balances = statements.flatMap((one) => [
    parseGroupedPence(one.balance_information!.opening_balance!)!,
    parseGroupedPence(one.balance_information!.closing_balance!)!,
  ]);
  const records = held.income_submissions.map((one) => one.employment!);
  const employers = records.flatMap((one) => one.employers!);
  const codes = pay.map(({ tax_code }) => tax_code!);
  const letters = deductionLines.flatMap(({ description }) => /\((\w)\)$/.exec(description!)?.[1] ?? []);
  const amounts = (list: readonly (string | null | undefined)[]) => list.map((text) => pence(text));
  const texts = (list: readonly (string | null | undefined)[]) => list.map((text) => text ?? '');
  // Of one statement, since two numbers in the place of one are what the relation is about.
  const one = accounts[hash32(held.user.user_id) % accounts.length];
  const idDigits = (list: readonly string[]) => mean(list.map((id) => Number.parseInt(id.slice(-4), 16)));
  const newest = statements.at(-1)?.statement_period?.end_date ?? begins;
  const ids = [...slips.map(({ id }) => id), ...statements.map(({ id }) => id)];
  return {
    numbers: {
      accounts: held.accounts.length,
      entries: held.entries.length,
      payslips: slips.length,
      'payslips without an account': share(slips, ({ account_id }) => account_id === null),
      statements: statements.length,
      'tax records': records.length,
      'employers in tax records': most(records.map((one) => one.employers!.length)),
      documents: held.documents.length,
      consents: held.authorisations.length,
      'jobs that a direct connection finds': Number(held.direct.length > 0),
      'post codes': held.user.post_codes?.length ?? 0,
      'last digits of ids': idDigits(ids),
      'last digits of document ids': idDigits(held.documents.map((one) => one.document_id)),
      'payslips in order': isInOrder(pay.map(({ pay_date }) => pay_date!)),
      'transactions in order': mean(
        statements.map((one) => isInOrder(one.transactions!.map(({ date }) => date!))),
      ),
      'days since birth': daysBetween(held.user.date_of_birth ?? begins, begins),
      'days since the job began': daysBetween(jobs.at(-1)?.start_date ?? begins, begins),
      'days since the user was made': daysBetween(held.user.created_at, begins),
      'days since the first account': daysBetween(held.accounts[0]?.created_at ?? begins, begins),
      'days since the newest statement': daysBetween(newest, begins),
      'days since the newest payslip': daysBetween(pay.at(-1)?.pay_date ?? begins, begins),
      'days since the newest tax record': daysBetween(
        held.income_submissions.at(-1)?.income_period?.end ?? begins,
        begins,
      ),
      'pay day of the month': mean(pay.map(({ pay_date }) => dayOfMonth(pay_date!))),
      'pay day of the week': mean(pay.map(({ pay_date }) => weekday(dayNumber(pay_date!.slice(0, 10))))),
      'day of credits': mean(credits.map(({ date }) => dayOfMonth(date!))),
      'day of salaries': mean(salaries.map(({ date }) => dayOfMonth(date!))),
      'earliest day of a savings transfer':
        savings.length === 0 ? 32 : Math.min(...savings.map(({ date }) => dayOfMonth(date!))),
      'days of pay periods': mean(
        pay.map((one) => daysBetween(one.pay_interval_start!, one.pay_interval_end!)),
      ),
      transactions: lines.length,
      credits: credits.length,
      'credits a statement': credits.length / Math.max(1, statements.length),
      'salaries a statement': salaries.length / Math.max(1, statements.length),
      'statements without a salary': share(
        statements,
        (one) =>
          !one.transactions!.some(({ description }) => / (SALARY|WAGES|PENSION SCHEME)$/.test(description!)),
      ),
      'savings transfers': savings.length,
      'lines of earnings': mean(earned.map((one) => one.earning_elements!.length)),
      'most lines of earnings': most(earned.map((one) => one.earning_elements!.length)),
      'lines of deductions': mean(taken.map((one) => one.deductions_elements!.length)),
      'most lines of deductions': most(taken.map((one) => one.deductions_elements!.length)),
      bonuses: share(earned, ({ bonus }) => pence(bonus) !== 0),
      'tax code is 1257L': share(codes, (code) => /^[SC]?1257L$/.test(code)),
      'payslips with a leave date': share(jobs, ({ leave_date }) => leave_date !== null),
      'last digits of the sort code': Number(one?.sort_code?.slice(-2) ?? 0),
      'last digits of the account number': Number(one?.account_number?.slice(-2) ?? 0),
      'first digit of the account number': Number(one?.account_number?.[0] ?? 0),
      'digits of the PAYE office': mean(jobs.map((one) => Number(one.employer_tax_reference!.slice(0, 3)))),
      'statement probability': mean(statements.map((one) => one.bank_statement_probability!)),
      ...roundness('gross pay', amounts(earned.map((one) => one.gross_pay))),
      ...roundness('net pay', amounts(earned.map((one) => one.net_pay))),
      ...roundness('income tax', amounts(taken.map((one) => one.income_tax))),
      ...roundness('year to date', amounts(earned.map((one) => one.year_to_date!.gross_pay))),
      ...roundness('credits', amounts(credits.map(({ amount }) => amount))),
      ...roundness('salaries', amounts(salaries.map(({ amount }) => amount))),
      ...roundness(
        'debits',
        amounts(lines.filter(({ type }) => type !== 'credit').map(({ amount }) => amount)),
      ),
      ...roundness('balances', balances),
      ...roundness('tax records', amounts(employers.map(({ income }) => income))),
      ...sizes('gross pay', amounts(earned.map((one) => one.gross_pay))),
      ...sizes('net pay', amounts(earned.map((one) => one.net_pay))),
      ...sizes('year to date', amounts(earned.map((one) => one.year_to_date!.gross_pay))),
      ...sizes('credits', amounts(credits.map(({ amount }) => amount))),
      ...sizes('balances', balances),
      ...sizes('tax records', amounts(employers.map(({ income }) => income))),
      ...lengths('employers', texts(jobs.map((one) => one.employer_name))),
      ...lengths('roles', texts(jobs.map((one) => one.role))),
      ...lengths('listed employers', texts(employers.map((one) => one.employer_name))),
      ...lengths('descriptions', texts(lines.map((one) => one.description))),
      ...lengths('credit descriptions', texts(credits.map((one) => one.description))),
      ...lengths('holders', texts(accounts.map((one) => one.account_holder_name))),
      ...lengths('file names', texts(held.documents.map((one) => one.file_name))),
      ...lengths('external ids', texts(held.documents.map((one) => one.external_id))),
      ...lengths('streets', texts(slips.map((slip) => slip.identity_information!.address?.street))),
    },
    words: new Set([
      ...codes.map((code) => `code ${code.replace(/\d+/, '0')}`),
      ...codes.map((code) => `code ${code}`),
      ...letters.map((letter) => `letter ${letter}`),
      ...pay.map((one) => `paid ${one.pay_frequency}`),
      ...jobs.flatMap((one) => [`type ${one.type}`, `status ${one.status}`, `director ${one.is_director}`]),
      ...slips.flatMap((slip) => [`source ${slip.source}`, `trust ${slip.trust_score}`]),
      ...earningLines.map((line) => `earns ${line.type} ${line.description}`),
      ...deductionLines.map((line) => `pays ${line.type} ${line.description}`),
      ...accounts.map((one) => `bank ${one.bank_name}`),
      ...held.accounts.map((one) => `account ${one.status}`),
      ...held.authorisations.map((one) => `consent ${one.term}`),
      ...held.documents.map((one) => `file ${one.kind} ${one.file_name.replace(/\d+/g, '0')}`),
      ...jobs.flatMap((one) => wordsIn(one.employer_name!).map((word) => `employer ${word}`)),
      ...jobs.flatMap((one) => wordsIn(one.role!).map((word) => `role ${word}`)),
      ...employers.flatMap((one) => wordsIn(one.employer_name!).map((word) => `listed ${word}`)),
      ...credits.flatMap((one) => wordsIn(one.description!).map((word) => `credit ${word}`)),
      ...accounts.flatMap((one) => wordsIn(one.account_holder_name!).map((word) => `holder ${word}`)),
      ...slips.map((slip) => `month ${slip.income_information!.pay_date!.slice(0, 7)}`),
    ]),
  };
}
