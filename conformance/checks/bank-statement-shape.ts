import type { ClauseId } from '../../spec/clauses.ts';
import { statements } from '../arbitraries/statements.ts';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, check } from '../check.ts';
import { expectShape, expectSuccess, expectThat } from '../expect.ts';
import { missing } from '../steps/kept-by-meaning.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { userWithStatements } from './held-users.ts';

type List = ServiceResponse<'listBankStatements'>;

const whole = { offset: 0, limit: 100 };

/** Two checks of one clause about the form of statements: those that are there already, and any that can be extracted. */
const wherever = (clause: ClauseId, expectForm: (answer: List) => void): readonly Check[] => [
  check({
    clause,
    needs: ['held-bank-statements'],
    readsOnly: true,
    arrange: userWithStatements,
    scenario: async ({ call, arranged: { user_id } }) => {
      expectForm(await call('listBankStatements', { path: { user_id }, query: whole }));
    },
  }),
  check({
    clause,
    needs: ['users', 'bank-statements'],
    arrange: async ({ arrange }) => (await willingUser(arrange)).user_id,
    given: statements,
    effort: 0.6,
    property: async ({ call, arrange, arranged: user_id }, statement) => {
      await arrange.createBankStatement(user_id, statement);
      expectForm(await call('listBankStatements', { path: { user_id }, query: whole }));
    },
  }),
];

const submission = /^bank_statement_submissions(\.\d+)?/;
const inside = (pattern: RegExp) => (place: string) =>
  submission.test(place) && pattern.test(place.replace(submission, '').slice(1));

const dates = /^(statement_period\.|transactions\.\d+\.date$)/;
const balance = /^balance_information\./;
const probability = /^bank_statement_probability$/;

export const statementShapeChecks: readonly Check[] = [
  ...wherever('bank-statements.shape.types', (answer) => {
    expectSuccess(answer, 200);
    expectShape(
      answer,
      (place) => submission.test(place) && ![dates, balance, probability].some((one) => inside(one)(place)),
    );
  }),
  ...wherever('bank-statements.shape.plain-dates', (answer) => {
    expectSuccess(answer, 200);
    expectShape(answer, inside(dates));
  }),
  ...wherever('bank-statements.shape.balances', (answer) => {
    expectSuccess(answer, 200);
    expectShape(answer, inside(balance));
  }),
  ...wherever('bank-statements.shape.probability', (answer) => {
    expectSuccess(answer, 200);
    expectShape(answer, inside(probability));
  }),

  check({
    clause: 'bank-statements.shape.extracted-data',
    needs: ['users', 'bank-statements'],
    arrange: async ({ arrange }) => (await willingUser(arrange)).user_id,
    given: statements,
    effort: 0.8,
    property: async ({ call, arrange, arranged: user_id }, statement) => {
      const { id } = await arrange.createBankStatement(user_id, statement);
      const answer = await call('listBankStatements', { path: { user_id }, query: whole });
      const listed = expectSuccess(answer, 200).bank_statement_submissions.find((one) => one.id === id);
      expectThat(listed !== undefined, 'the extracted statement in the list', 'no such statement', answer);
      const lost = missing(statement, listed);
      expectThat(lost === undefined, 'the extracted values', lost ?? '', answer);
    },
  }),
];
