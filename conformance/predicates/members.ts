import { valuesOf } from '../../spec/generated/contract-lists.ts';
import { isObject, picked } from '../../spec/json.ts';
import { expectEqual, expectSuccess, expectThat, expectValue } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf } from '../target/read-json.ts';
import type { Laws } from './law.ts';

function isOneOf(words: readonly unknown[], value: unknown, answer: ServiceResponse): void {
  expectThat(words.includes(value), words.join(' or '), String(value), answer);
}

const memberOf = ({ body }: ServiceResponse) => fieldsOf(fieldsOf(body)['member'] ?? body);

const isNonEmptyText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Whether there is something before an @ and something behind it, and no blank. */
function isAddress(text: string): boolean {
  const at = text.indexOf('@', 1);
  return at > 0 && at < text.length - 1 && !/\s/.test(text);
}

export const memberLaws = {
  'members.sign-in.answer': (answer) => {
    const { jwt, member } = fieldsOf(expectSuccess(answer, 200));
    expectValue(isNonEmptyText(jwt), 'a jwt text', jwt, answer);
    expectValue(isObject(member) && !Array.isArray(member), 'a member object', member, answer);
  },
  'members.sign-in.member': (answer) => {
    const shown = fieldsOf(fieldsOf(answer.body)['member']);
    const field = (name: string): string => JSON.stringify([shown[name] ?? null]);
    expectThat(isNonEmptyText(shown['id']), 'an id text', field('id'), answer);
    expectThat(isAddress(String(shown['email'])), 'an e-mail address', field('email'), answer);
    for (const name of ['role', 'name', 'status']) {
      const isText = shown[name] == null || typeof shown[name] === 'string';
      expectThat(isText, `${name} as text`, field(name), answer);
    }
  },
  'members.sign-in.mfa-status': (answer) =>
    isOneOf(valuesOf.MfaStatus, memberOf(answer)['mfa_status'], answer),
  // Which role a member has who was invited before is open.
  'members.invite.answer': (answer) => expectSent(answer, 'email'),
  'members.invite.status': (answer) => isOneOf(valuesOf.MemberStatus, memberOf(answer)['status'], answer),
  'members.invite.mfa-status': (answer) =>
    isOneOf(valuesOf.MfaStatus, memberOf(answer)['mfa_status'], answer),
  'members.invite.name': (answer) => {
    const { name } = memberOf(answer);
    expectValue(typeof name === 'string' || name === null, 'a name, which is text or null', name, answer);
  },
} as const satisfies Laws;

/** The answer to the first invitation of an address has what was sent. */
export const expectInvited = (answer: ServiceResponse): void => expectSent(answer, 'email', 'role');

/** What a field is that was not sent is open. */
function expectSent(answer: ServiceResponse, ...names: readonly string[]): void {
  const shown = picked(fieldsOf(expectSuccess(answer, 201)), ...names);
  const sent = picked({ ...shown, ...fieldsOf(answer.sent) }, ...names);
  expectEqual(shown, sent, 'who was invited', answer);
}
