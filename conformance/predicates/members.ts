import { memberStatuses } from '../../spec/member-statuses.ts';
import { expectThat } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import type { JsonFields } from '../target/read-json.ts';

const mfaStatuses = ['sms', 'email', 'disabled'];

const isOneOf = (words: readonly string[], value: unknown, answer: ServiceResponse): void =>
  expectThat(
    words.some((word) => word === value),
    words.join(' or '),
    String(value),
    answer,
  );

export const expectMemberStatus = (status: unknown, answer: ServiceResponse): void =>
  isOneOf(memberStatuses, status, answer);

export const expectMfaStatus = (status: unknown, answer: ServiceResponse): void =>
  isOneOf(mfaStatuses, status, answer);

export const isNonEmptyText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Whether there is something before an @ and something behind it, and no blank. */
function isAddress(text: string): boolean {
  const at = text.indexOf('@', 1);
  return at > 0 && at < text.length - 1 && !/\s/.test(text);
}

/** Fails the clause unless the member of a sign-in has an id, an address, and text for the rest. */
export function expectMember(shown: JsonFields, answer: ServiceResponse): void {
  const field = (name: string): string => JSON.stringify([shown[name] ?? null]);
  expectThat(isNonEmptyText(shown['id']), 'an id text', field('id'), answer);
  expectThat(isAddress(String(shown['email'])), 'an e-mail address', field('email'), answer);
  for (const name of ['role', 'name', 'status'])
    expectThat(
      shown[name] == null || typeof shown[name] === 'string',
      `${name} as text`,
      field(name),
      answer,
    );
}
