import type { ClauseId } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import { atMonthStart, type Judge, newestFirst, stated, summed } from '../../checks/expenditure/estimates.ts';
import { messages } from '../../checks/expenditure/messages.ts';
import {
  expectEqual,
  expectRefusal,
  expectShape,
  expectSuccess,
  expectThat,
  expectValue,
} from '../../expect.ts';
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
import { fieldsOf, type JsonFields, objectsIn } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { alone, on, type Rule, rule } from '../rule.ts';
import { isSuccess } from '../statuses.ts';
import { missingNamed, says } from './payroll.ts';
import { refused } from './settings.ts';

const memberOf = ({ body }: Seen): JsonFields => fieldsOf(fieldsOf(body)['member']);

/** A sign-in without one of its two fields, which the document requires. */
const required = (missing: 'username' | 'password'): Rule =>
  rule(
    `members.sign-in.${missing}-required`,
    ({ sent, status }) => isObject(sent) && !(missing in sent) && status < 500 && status !== 429,
    (seen) => expectRefusal(seen, { status: 400, names: [missing] }),
  );

const signInRules: readonly Rule[] = [
  rule('members.sign-in.answer', isSuccess, (seen) => {
    const { jwt, member } = fieldsOf(expectSuccess(seen, 200));
    expectThat(isNonEmptyText(jwt), 'a jwt text', typeof jwt, seen);
    expectThat(typeof member === 'object' && member !== null, 'a member object', typeof member, seen);
  }),
  rule('members.sign-in.member', isSuccess, (seen) => expectMember(memberOf(seen), seen)),
  rule('members.sign-in.mfa-status', isSuccess, (seen) =>
    expectMfaStatus(memberOf(seen)['mfa_status'], seen),
  ),
  required('username'),
  required('password'),
  rule(
    'members.sign-in.wrong-credentials',
    ({ sent, status }) =>
      [400, 401, 403, 404, 422].includes(status) && typeof fieldsOf(sent)['password'] === 'string',
    (seen) => expectThat(!('jwt' in fieldsOf(seen.body)), 'no token', 'a jwt', seen),
  ),
];

const inviteRules: readonly Rule[] = [
  rule('members.invite.answer', isSuccess, (seen) => {
    const { email, role } = fieldsOf(expectSuccess(seen, 201));
    // What a role is that was not sent is open.
    const sent = { email, role, ...fieldsOf(seen.sent) };
    expectEqual({ email, role }, { email: sent.email, role: sent.role }, 'who was invited', seen);
  }),
  rule('members.invite.status', isSuccess, (seen) => expectMemberStatus(fieldsOf(seen.body)['status'], seen)),
  rule('members.invite.mfa-status', isSuccess, (seen) =>
    expectMfaStatus(fieldsOf(seen.body)['mfa_status'], seen),
  ),
  rule('members.invite.name', isSuccess, (seen) => {
    const { name } = fieldsOf(seen.body);
    expectValue(typeof name === 'string', 'a name, which is text', name, seen);
  }),
  missingNamed('members.invite.missing-field-named', 'email', 'role'),
  refused('members.invite.ill-typed', ({ sent }) =>
    ['email', 'role'].some((field) => !['string', 'undefined'].includes(typeof fieldsOf(sent)[field])),
  ),
];

const catalogueLaws: readonly (readonly [ClauseId, (seen: Seen) => void])[] = [
  ['providers.provider-types', expectProviders],
  ['providers.login-attempts', expectLoginAttempts],
  ['providers.login-params', expectLoginParams],
  ['providers.parent-and-employer-types', expectParentsAndEmployers],
  ['providers.employers-name-providers', expectNamedProviders],
];

const catalogueRules: readonly Rule[] = [
  rule('providers.answer', isSuccess, (seen) => {
    expectSuccess(seen, 200);
    expectLists(seen);
  }),
  ...catalogueLaws.map(([clause, law]) =>
    rule(clause, (seen) => isSuccess(seen) && itemsOf(seen, 'providers').length > 0, law),
  ),
];

const earlierTerm = (seen: Seen, picture: Picture): JsonFields | undefined =>
  picture.settled(`term ${seen.path['term_id']}`, seen);

const termRules: readonly Rule[] = [
  rule('terms.get.answer', isSuccess, (seen) =>
    expectEqual(fieldsOf(expectSuccess(seen, 200))['id'], seen.path['term_id'], 'the id', seen),
  ),
  rule(
    'terms.get.unknown',
    ({ status }) => status === 404,
    (seen) => expectRefusal(seen, { status: 404 }),
  ),
  rule('terms.shape.types', isSuccess, (seen) => expectShape(seen)),
  alone(
    'terms.shape.content',
    (seen, picture) => isSuccess(seen) && earlierTerm(seen, picture) !== undefined,
    (seen, picture) => {
      for (const field of ['name', 'authorisation_text', 'authorisation_category'])
        expectEqual(fieldsOf(seen.body)[field], earlierTerm(seen, picture)?.[field], field, seen);
    },
  ),
];

const estimates = (clause: ClauseId, judge: Judge): Rule =>
  rule(
    clause,
    (seen) => isSuccess(seen) && objectsIn(fieldsOf(seen.body)['expenditures']).length > 0,
    (seen) => judge(seen as Parameters<Judge>[0]),
  );

const exactly = (text: string): RegExp => new RegExp(`^${text.replace(/[[\]().?+*^$|\\]/g, '\\$&')}$`);
const aboutBirth = (end: string): RegExp =>
  new RegExp(`^\\[date_of_birth\\] param \\d{4}-\\d{2}-\\d{2}(?:T[\\d:.]+Z)? ${end}$`);
const noRegion = /^Postcode .+ has no ONS region; supported: England, Wales, Scotland, Northern Ireland$/;

/** The messages of an estimate: what tells one from the others, and how the document writes it. */
const messageForms: readonly (readonly [ClauseId, tells: RegExp, form: RegExp])[] = [
  ['expenditure.errors.user-not-found', /\bnot found\b/i, /^User \[[^\]]+\] not found$/],
  ['expenditure.errors.date-of-birth-missing', /date_of_birth.*missing/i, exactly(messages.birthMissing)],
  ['expenditure.errors.post-codes-missing', /post_codes.*missing/i, exactly(messages.postCodesMissing)],
  ['expenditure.errors.born-after-month', /date_of_birth.*after/i, aboutBirth('is after the payslip month')],
  [
    'expenditure.errors.over-age',
    /date_of_birth.*\bage\b/i,
    aboutBirth('gives an age over 150, the ONS model limit'),
  ],
  ['expenditure.errors.no-region', /region/i, noRegion],
  ['expenditure.errors.periods-missing', /periods.*missing/i, exactly(messages.periodsMissing)],
  ['expenditure.errors.no-positive-net-pay', /net pay/i, exactly(messages.noPositivePay)],
];

/** The messages of a 404. */
const saidOf = ({ status, body }: Seen): string[] => {
  const { errors } = fieldsOf(body);
  return status === 404 && Array.isArray(errors) ? errors.filter((one) => typeof one === 'string') : [];
};

const estimateRules: readonly Rule[] = [
  estimates('expenditure.answer', stated),
  estimates('expenditure.shape.month-start', atMonthStart),
  estimates('expenditure.shape.total-is-sum', summed),
  estimates('expenditure.months.newest-first', newestFirst),
  ...messageForms.map(([clause, tells, form]) =>
    rule(
      clause,
      (seen) => saidOf(seen).some((message) => tells.test(message)),
      (seen) => {
        for (const message of saidOf(seen).filter((one) => tells.test(one)))
          expectThat(form.test(message), 'the message of the document', message, seen);
      },
    ),
  ),
  rule(
    'expenditure.errors.user-not-found',
    (seen, picture) => (isSuccess(seen) || seen.status === 404) && picture.isGone(seen.path['user_id'], seen),
    (seen) => {
      const told = expectRefusal(seen, { status: 404 });
      expectEqual(told, [messages.userNotFound(seen.path['user_id'] ?? '')], 'the messages', seen);
    },
  ),
  rule(
    'expenditure.errors.one-string-each',
    (seen) =>
      seen.status === 404 && says(seen, messages.birthMissing) && says(seen, messages.postCodesMissing),
    (seen) => expectThat(saidOf(seen).length >= 2, 'a string for each', seen.text, seen),
  ),
];

/** The clauses about members, providers, terms and estimates. */
export const otherRules = [
  ...on('signInMember', ...signInRules),
  ...on('inviteMember', ...inviteRules),
  ...on('listProviders', ...catalogueRules),
  ...on('getAuthorisationTerm', ...termRules),
  ...on('getOnsExpenditure', ...estimateRules),
];
