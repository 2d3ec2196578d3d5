import type { ClauseId } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import { expectEqual, expectRefusal, expectThat } from '../../judgement/expect.ts';
import { messages } from '../../predicates/expenditure-messages.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import type { Seen } from '../memory/passed.ts';
import { alone, missingNamed, type Rule, refused, rule, says, sentField } from '../memory/rule.ts';

/** A sign-in without one of its two fields, which the document requires. */
const required = (missing: 'username' | 'password'): Rule =>
  rule(`members.sign-in.${missing}-required`, (seen) => {
    const { sent, status } = seen;
    if (!isObject(sent) || Object.hasOwn(sent, missing) || status >= 500 || status === 429) return false;
    return expectRefusal(seen, { status: 400, names: [missing] });
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
  required('username'),
  required('password'),
  rule('members.sign-in.wrong-credentials', (seen) => {
    if (![400, 401, 403, 404, 422].includes(seen.status)) return false;
    const hasToken = 'jwt' in fieldsOf(seen.body);
    const isWhole = typeof sentField(seen, 'password') === 'string';
    return isWhole && expectThat(!hasToken, 'no token', 'a jwt', seen);
  }),
  missingNamed('members.invite.missing-field-named', 'email', 'role'),
  refused('members.invite.ill-typed', ({ sent }) =>
    ['email', 'role'].some((field) => !['string', 'undefined'].includes(typeof fieldsOf(sent)[field])),
  ),

  rule('terms.get.unknown', (seen) => seen.status === 404 && expectRefusal(seen)),
  alone('terms.shape.content', (seen, { records }) => {
    const earlier = records.settled(seen.path['term_id'], seen);
    if (!earlier) return false;
    for (const field of ['name', 'authorisation_text', 'authorisation_category'])
      expectEqual(fieldsOf(seen.body)[field], earlier[field], field, seen);
    return true;
  }),

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
