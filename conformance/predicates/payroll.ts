import { picked } from '../../spec/json.ts';
import { expectEqual, expectShape, expectSuccess, expectThat, expectValue } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, isUuid, type JsonFields, objectsIn } from '../target/read-json.ts';
import type { Laws } from './law.ts';
import { expectTotal, paginationOf } from './pages.ts';

export const payrollIn = ({ body }: { readonly body: unknown }): readonly JsonFields[] =>
  objectsIn(fieldsOf(body)['payroll_submissions']);

const expectList = ({ payroll_submissions: list }: JsonFields, answer: ServiceResponse): void =>
  expectThat(Array.isArray(list), 'an array payroll_submissions', 'none', answer);

/** Fails the clause unless each submission has a source, and none of those that the other way of retrieval tells. */
export function expectSources(answer: ServiceResponse, others: ReadonlySet<unknown> = new Set()): void {
  for (const { source } of payrollIn(answer)) {
    expectValue(typeof source === 'string' && source !== '', 'a source', source, answer);
    expectThat(!others.has(source), 'another source than that of the other way', source, answer);
  }
}

export const payrollLaws = {
  'accounts.mfa.answers-with-account': (answer) => {
    const { account_id } = fieldsOf(expectSuccess(answer, 200));
    expectEqual(account_id, answer.path['account_id'], 'account_id', answer);
  },
  'accounts.shape.types': (answer) => expectShape(answer),
  'payroll.query.result': (answer) => {
    const result = fieldsOf(expectSuccess(answer, 201));
    const { account_id } = fieldsOf(answer.sent);
    expectEqual(result['account_id'], account_id, 'the account of the result', answer);
    expectList(result, answer);
  },
  'payroll.query.makes-entry': (answer) => {
    const { entry_id } = fieldsOf(answer.body);
    if (payrollIn(answer).length === 0) return false;
    return expectValue(isUuid(entry_id), 'a UUID as entry_id', entry_id, answer);
  },
  // Every submission names the account that was asked for, and the entry of the result.
  'payroll.query.submissions-linked': (answer) => {
    const { entry_id } = fieldsOf(answer.body);
    const { account_id } = fieldsOf(answer.sent);
    const links = payrollIn(answer).map((one) => picked(one, 'account_id', 'entry_id'));
    const expected = links.map(() => ({ account_id, entry_id }));
    expectEqual(links, expected, 'what the submissions are linked to', answer);
    return links.length > 0;
  },
  'direct-connections.answer': (answer) => {
    const result = fieldsOf(expectSuccess(answer));
    expectThat(result['pagination'] !== null, 'a pagination object', 'null', answer);
    expectList(result, answer);
    expectShape(answer, (place) => place === '' || place.startsWith('pagination'));
  },
  'direct-connections.count': (answer) => {
    expectEqual(paginationOf(answer)['count'], payrollIn(answer).length, 'the count', answer);
    expectTotal(answer);
  },
} as const satisfies Laws;
