import { expectSuccess, expectThat, expectValue } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf } from '../target/read-json.ts';

/** An answer without a body says nothing; one with a body is JSON by its header and in fact. */
export function expectJson(answer: ServiceResponse): void {
  if (answer.text === '') return;
  const type = answer.headers['content-type'] ?? 'no content type';
  expectThat(/^application\/json\s*(;|$)/i.test(type), 'content type application/json', type, answer);
  expectThat(answer.body !== undefined, 'a JSON body', answer.text.slice(0, 80), answer);
}

export function expectConfirmed(answer: ServiceResponse): void {
  const { message } = fieldsOf(expectSuccess(answer, 200));
  expectValue(typeof message === 'string', 'a message text', message, answer);
}
