import { isObject } from '../../../spec/json.ts';
import { atMonthStart, type Judge, newestFirst, stated, summed } from '../../checks/expenditure/estimates.ts';
import { messages } from '../../checks/expenditure/messages.ts';
import { expectEqual, expectRefusal, expectShape, expectSuccess, expectThat } from '../../expect.ts';
import {
  expectLists,
  expectLoginAttempts,
  expectLoginParams,
  expectNamedProviders,
  expectParentsAndEmployers,
  expectProviders,
  itemsOf,
} from '../../predicates/catalogue.ts';
import {
  expectMember,
  expectMemberStatus,
  expectMfaStatus,
  isNonEmptyText,
} from '../../predicates/members.ts';
import type { ServiceResponse } from '../../target/exchange.ts';
import { fieldsOf, objectsIn } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import { on, type Rule } from '../rule.ts';
import { isSuccess } from '../statuses.ts';
import { says } from './payroll.ts';
import { refused } from './settings.ts';

const success = (clause: Rule['clause'], expect: (answer: ServiceResponse) => void): Rule => ({
  clause,
  when: isSuccess,
  expect,
});

/** A sign-in without one of its two fields, which the document requires. */
const required = (missing: 'username' | 'password'): Rule => ({
  clause: `members.sign-in.${missing}-required`,
  when: ({ sent, status }) => isObject(sent) && !(missing in sent) && status < 500 && status !== 429,
  expect: (seen) => expectRefusal(seen, { status: 400, names: [missing] }),
});

const signInRules: readonly Rule[] = [
  success('members.sign-in.answer', (answer) => {
    const { jwt, member } = fieldsOf(expectSuccess(answer as Seen, 200));
    expectThat(isNonEmptyText(jwt), 'a jwt text', typeof jwt, answer);
    expectThat(typeof member === 'object' && member !== null, 'a member object', typeof member, answer);
  }),
  success('members.sign-in.member', (answer) =>
    expectMember(fieldsOf(fieldsOf(answer.body)['member']), answer),
  ),
  success('members.sign-in.mfa-status', (answer) =>
    expectMfaStatus(fieldsOf(fieldsOf(answer.body)['member'])['mfa_status'], answer),
  ),
  required('username'),
  required('password'),
  {
    clause: 'members.sign-in.wrong-credentials',
    when: ({ sent, status }) =>
      [400, 401, 403, 404, 422].includes(status) && typeof fieldsOf(sent)['password'] === 'string',
    expect: (seen) => expectThat(!('jwt' in fieldsOf(seen.body)), 'no token', 'a jwt', seen),
  },
];

const inviteRules: readonly Rule[] = [
  {
    clause: 'members.invite.answer',
    when: isSuccess,
    expect: (seen) => {
      const { email, role } = fieldsOf(expectSuccess(seen, 201));
      const sent = fieldsOf(seen.sent);
      expectEqual({ email, role }, { email: sent['email'], role: sent['role'] }, 'who was invited', seen);
    },
  },
  success('members.invite.status', (answer) => expectMemberStatus(fieldsOf(answer.body)['status'], answer)),
  success('members.invite.mfa-status', (answer) =>
    expectMfaStatus(fieldsOf(answer.body)['mfa_status'], answer),
  ),
  success('members.invite.name', (answer) => {
    const { name } = fieldsOf(answer.body);
    expectThat(typeof name === 'string', 'a name, which is text', JSON.stringify(name) ?? 'nothing', answer);
  }),
  {
    clause: 'members.invite.missing-field-named',
    when: (seen) =>
      seen.status === 400 &&
      ['email', 'role'].some((field) => fieldsOf(seen.sent)[field] === undefined && says(seen, field)),
  },
  refused('members.invite.ill-typed', ({ sent }) =>
    ['email', 'role'].some((field) => !['string', 'undefined'].includes(typeof fieldsOf(sent)[field])),
  ),
];

const catalogue = (clause: Rule['clause'], expect: (answer: ServiceResponse) => void): Rule => ({
  clause,
  when: (seen) => isSuccess(seen) && itemsOf(seen, 'providers').length > 0,
  expect,
});

const termRules: readonly Rule[] = [
  {
    clause: 'terms.get.answer',
    when: isSuccess,
    expect: (seen) => {
      const { id } = fieldsOf(expectSuccess(seen, 200));
      expectEqual(id, seen.path['term_id'], 'the id', seen);
    },
  },
  success('terms.shape.types', (answer) => expectShape(answer)),
  {
    clause: 'terms.shape.content',
    alone: true,
    when: (seen, picture) =>
      isSuccess(seen) && picture.settled(`term ${seen.path['term_id']}`, seen) !== undefined,
    expect: (seen, picture) => {
      const earlier = picture.settled(`term ${seen.path['term_id']}`, seen)!;
      for (const field of ['name', 'authorisation_text', 'authorisation_category'])
        expectEqual(fieldsOf(seen.body)[field], earlier[field], field, seen);
    },
  },
];

const estimates = (clause: Rule['clause'], judge: Judge): Rule => ({
  clause,
  when: (seen) => isSuccess(seen) && objectsIn(fieldsOf(seen.body)['expenditures']).length > 0,
  expect: (seen) => judge(seen as Parameters<Judge>[0]),
});

const date = '\\d{4}-\\d{2}-\\d{2}(?:T[\\d:.]+Z)?';
const exactly = (text: string): RegExp => new RegExp(`^${text.replace(/[[\]().?+*^$|\\]/g, '\\$&')}$`);

/** The forms of the messages of an estimate, by the clause of each: what tells it, and how it must read. */
const messageForms: readonly (readonly [Rule['clause'], tells: RegExp, form: RegExp])[] = [
  ['expenditure.errors.user-not-found', /\bnot found\b/i, /^User \[[^\]]+\] not found$/],
  ['expenditure.errors.date-of-birth-missing', /date_of_birth.*missing/i, exactly(messages.birthMissing)],
  ['expenditure.errors.post-codes-missing', /post_codes.*missing/i, exactly(messages.postCodesMissing)],
  [
    'expenditure.errors.born-after-month',
    /date_of_birth.*after/i,
    new RegExp(`^\\[date_of_birth\\] param ${date} is after the payslip month$`),
  ],
  [
    'expenditure.errors.over-age',
    /date_of_birth.*\bage\b/i,
    new RegExp(`^\\[date_of_birth\\] param ${date} gives an age over 150, the ONS model limit$`),
  ],
  [
    'expenditure.errors.no-region',
    /region/i,
    /^Postcode .+ has no ONS region; supported: England, Wales, Scotland, Northern Ireland$/,
  ],
  ['expenditure.errors.periods-missing', /periods.*missing/i, exactly(messages.periodsMissing)],
  ['expenditure.errors.no-positive-net-pay', /net pay/i, exactly(messages.noPositivePay)],
];

const errorsOf = ({ body }: Seen): string[] => {
  const { errors } = fieldsOf(body);
  return Array.isArray(errors) ? errors.filter((one) => typeof one === 'string') : [];
};

const estimateRules: readonly Rule[] = [
  estimates('expenditure.answer', stated),
  estimates('expenditure.shape.month-start', atMonthStart),
  estimates('expenditure.shape.total-is-sum', summed),
  estimates('expenditure.months.newest-first', newestFirst),
  ...messageForms.map(
    ([clause, tells, form]): Rule => ({
      clause,
      when: (seen) => seen.status === 404 && errorsOf(seen).some((message) => tells.test(message)),
      expect: (seen) => {
        for (const message of errorsOf(seen).filter((one) => tells.test(one)))
          expectThat(form.test(message), 'the message of the document', message, seen);
      },
    }),
  ),
  {
    clause: 'expenditure.errors.user-not-found',
    when: (seen, picture) =>
      picture.isGone(seen.path['user_id'], seen) && (isSuccess(seen) || seen.status === 404),
    expect: (seen) => {
      const told = expectRefusal(seen, { status: 404 });
      expectEqual(told, [messages.userNotFound(seen.path['user_id'] ?? '')], 'the messages', seen);
    },
  },
  {
    clause: 'expenditure.errors.one-string-each',
    when: (seen) =>
      seen.status === 404 && says(seen, messages.birthMissing) && says(seen, messages.postCodesMissing),
    expect: (seen) => expectThat(errorsOf(seen).length >= 2, 'a string for each', seen.text, seen),
  },
];

/** The clauses about members, providers, terms and estimates. */
export const otherRules = [
  ...on('signInMember', ...signInRules),
  ...on('inviteMember', ...inviteRules),
  ...on(
    'listProviders',
    success('providers.answer', (answer) => {
      expectSuccess(answer as Seen, 200);
      expectLists(answer);
    }),
    catalogue('providers.provider-types', expectProviders),
    catalogue('providers.login-attempts', expectLoginAttempts),
    catalogue('providers.login-params', expectLoginParams),
    catalogue('providers.parent-and-employer-types', expectParentsAndEmployers),
    catalogue('providers.employers-name-providers', expectNamedProviders),
  ),
  ...on('getAuthorisationTerm', ...termRules),
  ...on('getOnsExpenditure', ...estimateRules),
];
