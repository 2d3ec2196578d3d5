import type { ClauseId } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import {
  expectEqual,
  expectRefusal,
  expectShape,
  expectSuccess,
  expectThat,
  expectValue,
} from '../../judgement/expect.ts';
import {
  expectLists,
  expectLoginAttempts,
  expectLoginParams,
  expectNamedProviders,
  expectParentsAndEmployers,
  expectProviders,
  itemsOf,
} from '../../predicates/catalogue.ts';
import { atMonthStart, type Judge, newestFirst, stated, summed } from '../../predicates/estimates.ts';
import { messages } from '../../predicates/expenditure-messages.ts';
import {
  expectMember,
  expectMemberStatus,
  expectMfaStatus,
  isNonEmptyText,
} from '../../predicates/members.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../../target/read-json.ts';
import type { Seen } from '../memory/passed.ts';
import { alone, missingNamed, onSuccess, type Rule, refused, rule, says, sentField } from '../memory/rule.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
const memberOf = ({ body }: Seen): JsonFields => fieldsOf(fieldsOf(body)['member']);

/** A sign-in without one of its two fields, which the document requires. */
const required = (missing: 'username' | 'password'): Rule =>
  rule(`members.sign-in.${missing}-required`, (seen) => {
    const { sent, status } = seen;
    if (!isObject(sent) || Object.hasOwn(sent, missing) || status >= 500 || status === 429) return false;
    return expectRefusal(seen, { status: 400, names: [missing] });
  });

const catalogueLaws: readonly (readonly [ClauseId, (seen: Seen) => unknown])[] = [
  ['providers.provider-types', expectProviders],
  ['providers.login-attempts', expectLoginAttempts],
  ['providers.login-params', expectLoginParams],
  ['providers.parent-and-employer-types', expectParentsAndEmployers],
  ['providers.employers-name-providers', expectNamedProviders],
];

const estimates = (clause: ClauseId, judge: Judge): Rule =>
  onSuccess(clause, (seen) => {
    const isShown = objectsIn(fieldsOf(seen.body)['expenditures']).length > 0;
    return isShown && judge(seen as Parameters<Judge>[0]);
  });

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

/** The clauses about members, providers, terms and estimates. */
export const otherRules: readonly Rule[] = [
  onSuccess('members.sign-in.answer', (seen) => {
    const { jwt, member } = fieldsOf(expectSuccess(seen, 200));
    expectThat(isNonEmptyText(jwt), 'a jwt text', typeof jwt, seen);
    expectThat(typeof member === 'object' && member !== null, 'a member object', typeof member, seen);
  }),
  onSuccess('members.sign-in.member', (seen) => expectMember(memberOf(seen), seen)),
  onSuccess('members.sign-in.mfa-status', (seen) => expectMfaStatus(memberOf(seen)['mfa_status'], seen)),
  required('username'),
  required('password'),
  rule('members.sign-in.wrong-credentials', (seen) => {
    if (![400, 401, 403, 404, 422].includes(seen.status)) return false;
    const hasToken = 'jwt' in fieldsOf(seen.body);
    return isText(sentField(seen, 'password')) && expectThat(!hasToken, 'no token', 'a jwt', seen);
  }),
  onSuccess('members.invite.answer', (seen) => {
    const { email, role } = fieldsOf(expectSuccess(seen, 201));
    // What a role is that was not sent is open.
    const sent = { email, role, ...fieldsOf(seen.sent) };
    expectEqual({ email, role }, { email: sent.email, role: sent.role }, 'who was invited', seen);
  }),
  onSuccess('members.invite.status', (seen) => expectMemberStatus(fieldsOf(seen.body)['status'], seen)),
  onSuccess('members.invite.mfa-status', (seen) => expectMfaStatus(fieldsOf(seen.body)['mfa_status'], seen)),
  onSuccess('members.invite.name', (seen) => {
    const { name } = fieldsOf(seen.body);
    expectValue(isText(name), 'a name, which is text', name, seen);
  }),
  missingNamed('members.invite.missing-field-named', 'email', 'role'),
  refused('members.invite.ill-typed', ({ sent }) =>
    ['email', 'role'].some((field) => !['string', 'undefined'].includes(typeof fieldsOf(sent)[field])),
  ),

  onSuccess('providers.answer', (seen) => {
    expectSuccess(seen, 200);
    expectLists(seen);
  }),
  ...catalogueLaws.map(([clause, law]) =>
    onSuccess(clause, (seen) => itemsOf(seen, 'providers').length > 0 && law(seen)),
  ),
  onSuccess('terms.get.answer', (seen) =>
    expectEqual(fieldsOf(expectSuccess(seen, 200))['id'], seen.path['term_id'], 'the id', seen),
  ),
  rule('terms.get.unknown', (seen) => seen.status === 404 && expectRefusal(seen)),
  onSuccess('terms.shape.types', (seen) => expectShape(seen)),
  alone('terms.shape.content', (seen, picture) => {
    const earlier = picture.settled(`${seen.path['term_id']}`, seen);
    if (!isSuccess(seen) || !earlier) return false;
    for (const field of ['name', 'authorisation_text', 'authorisation_category'])
      expectEqual(fieldsOf(seen.body)[field], earlier[field], field, seen);
    return true;
  }),

  estimates('expenditure.answer', stated),
  estimates('expenditure.shape.month-start', atMonthStart),
  estimates('expenditure.shape.total-is-sum', summed),
  estimates('expenditure.months.newest-first', newestFirst),
  ...messageForms.map(([clause, tells, form]) =>
    rule(clause, (seen) => {
      const told = saidOf(seen).filter((message) => tells.test(message));
      for (const message of told)
        expectThat(form.test(message), 'the message of the document', message, seen);
      return told.length > 0;
    }),
  ),
  rule('expenditure.errors.user-not-found', (seen, picture) => {
    const user = seen.path['user_id'] ?? '';
    if (!(isSuccess(seen) || seen.status === 404) || !picture.isGone(user, seen)) return false;
    const told = expectRefusal(seen, { status: 404 });
    return expectEqual(told, [messages.userNotFound(user)], 'the messages', seen);
  }),
  rule('expenditure.errors.one-string-each', (seen) => {
    if (seen.status !== 404) return false;
    const isSaid = says(seen, messages.birthMissing) && says(seen, messages.postCodesMissing);
    return isSaid && expectThat(saidOf(seen).length >= 2, 'a string for each', seen.text, seen);
  }),
];
