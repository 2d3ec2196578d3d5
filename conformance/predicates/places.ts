import type { ClauseId } from '../../spec/clauses.ts';

type Place = (place: string) => boolean;

/** Places inside the items of a list, as seen from the item. */
const inItems =
  (list: string, isMeant: Place): Place =>
  (place) => {
    const [, inner = ''] = new RegExp(`^${list}(?:\\.\\d+)?\\.?(.*)$`).exec(place) ?? [];
    return place.startsWith(list) && isMeant(inner);
  };

const matches =
  (pattern: RegExp): Place =>
  (place) =>
    pattern.test(place);

const noneOf =
  (...patterns: readonly RegExp[]): Place =>
  (place) =>
    !patterns.some((pattern) => pattern.test(place));

const instants =
  /(^|\.)(created_at|date_of_birth|start_date|leave_date|pay_date|pay_interval_start|pay_interval_end)$/;
const money =
  /\.(gross_pay|net_pay|base_salary|bonus|fixed_pay_total|variable_pay_total|total_tax_paid|total_ni_paid|total_taxable_earnings|income_tax|employee_ni|employee_pension|total_deductions|loan_deductions|amount)$/;
const decimals = /\.(quantity|rate)$/;
const phone = /\.phone$/;

const dates = /^(statement_period\.|transactions\.\d+\.date$)/;
const balance = /^balance_information\./;
const probability = /^bank_statement_probability$/;

const incomes = /\.(total_income|income|tax_paid)$/;

const payroll = (isMeant: Place): Place => inItems('payroll_submissions', isMeant);
const statements = (isMeant: Place): Place => inItems('bank_statement_submissions', isMeant);
const income = (isMeant: Place): Place => inItems('income_submissions', isMeant);

/** For the clauses about the form of items in a list, the places of an answer that each is about. */
export const placesOf = {
  'payroll.submission.timestamps': payroll(matches(instants)),
  'payroll.submission.money': payroll(matches(money)),
  'payroll.submission.quantity-and-rate': payroll(matches(decimals)),
  'payroll.submission.phone-is-number': payroll(matches(phone)),
  'payroll.submission.types': payroll(noneOf(instants, money, decimals, phone)),
  'bank-statements.shape.types': statements(noneOf(dates, balance, probability)),
  'bank-statements.shape.plain-dates': statements(matches(dates)),
  'bank-statements.shape.balances': statements(matches(balance)),
  'bank-statements.shape.probability': statements(matches(probability)),
  'income.shape.types': income(noneOf(incomes)),
  'income.shape.money': income(matches(incomes)),
} as const satisfies { [Id in ClauseId]?: Place };
