import { expectSuccess, expectThat, expectValue } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, objectsIn } from '../target/read-json.ts';
import { amountsOf } from './amounts.ts';

/** An answer without a body says nothing; one with a body is JSON by its header and in fact. */
export function expectJson(answer: ServiceResponse): void {
  if (answer.text === '') return;
  const type = answer.headers['content-type'] ?? 'no content type';
  expectThat(/^application\/json\s*(;|$)/i.test(type), 'content type application/json', type, answer);
  expectThat(answer.body !== undefined, 'a JSON body', answer.text.slice(0, 80), answer);
}

/** Fails the clause unless a deletion is confirmed by a message. */
export function expectConfirmed(answer: ServiceResponse): void {
  const { message } = fieldsOf(expectSuccess(answer, 200));
  expectValue(typeof message === 'string', 'a message text', message, answer);
}

const twoDecimals = /^-?\d+\.\d{2}$/;

export function expectTwoDecimals(amounts: Iterable<unknown>, answer: ServiceResponse): void {
  for (const amount of amounts)
    if (typeof amount === 'string')
      expectThat(twoDecimals.test(amount), 'amounts with two decimals', amount, answer);
}

/** Every amount of payroll, income and estimates in the body of a success. */
export function amountsIn(body: unknown): unknown[] {
  const { payroll_submissions, income_submissions, expenditures } = fieldsOf(body);
  return [
    ...objectsIn(payroll_submissions).flatMap((one) => [...amountsOf(one).values()]),
    ...objectsIn(income_submissions).flatMap((one) => {
      const { total_income, employers } = fieldsOf(one['employment']);
      return [total_income, ...objectsIn(employers).flatMap(({ income, tax_paid }) => [income, tax_paid])];
    }),
    ...objectsIn(expenditures).flatMap(({ cost_of_living, housing, total }) => [
      cost_of_living,
      housing,
      total,
    ]),
  ];
}
