import { expectThat } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';

/** An answer without a body says nothing; one with a body is JSON by its header and in fact. */
export function expectJson(answer: ServiceResponse): void {
  if (answer.text === '') return;
  const type = answer.headers['content-type'] ?? 'no content type';
  expectThat(/^application\/json\s*(;|$)/i.test(type), 'content type application/json', type, answer);
  expectThat(answer.body !== undefined, 'a JSON body', answer.text.slice(0, 80), answer);
}
