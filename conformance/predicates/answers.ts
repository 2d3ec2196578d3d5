import { expectSuccess, expectValue } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf } from '../target/read-json.ts';

export function expectConfirmed(answer: ServiceResponse): void {
  const { message } = fieldsOf(expectSuccess(answer, 200));
  expectValue(typeof message === 'string', 'a message text', message, answer);
}
