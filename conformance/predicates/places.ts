import type { ClauseId } from '../../spec/clauses.ts';

type Place = (place: string) => boolean;

/** Places inside the items of a list that, as seen from the item, match one of the patterns, or none of `but`. */
const inItems =
  (list: string) =>
  (meant: RegExp | { but: readonly RegExp[] }): Place =>
  (place) => {
    const [, inner = ''] = new RegExp(`^${list}(?:\\.\\d+)?\\.?(.*)$`).exec(place) ?? [];
    if (!place.startsWith(list)) return false;
    return 'but' in meant ? !meant.but.some((pattern) => pattern.test(inner)) : meant.test(inner);
  };

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

const payroll = inItems('payroll_submissions');
const statements = inItems('bank_statement_submissions');
const income = inItems('income_submissions');

/** For the clauses about the form of items in a list, the places of an answer that each is about. */
export const placesOf = {
  'payroll.submission.timestamps': payroll(instants),
  'payroll.submission.money': payroll(money),
  'payroll.submission.quantity-and-rate': payroll(decimals),
  'payroll.submission.phone-is-number': payroll(phone),
  'payroll.submission.types': payroll({ but: [instants, money, decimals, phone] }),
  'bank-statements.shape.types': statements({ but: [dates, balance, probability] }),
  'bank-statements.shape.plain-dates': statements(dates),
  'bank-statements.shape.balances': statements(balance),
  'bank-statements.shape.probability': statements(probability),
  'income.shape.types': income({ but: [incomes] }),
  'income.shape.money': income(incomes),
} as const satisfies { [Id in ClauseId]?: Place };
