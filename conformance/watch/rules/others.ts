import type { ClauseId } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import { expectEqual, expectNone, expectRefusal, expectThat } from '../../judgement/expect.ts';
import { messages } from '../../predicates/expenditure-messages.ts';
import { missing } from '../../steps/kept-by-meaning.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { shownIn } from '../memory/clients.ts';
import type { Seen } from '../memory/passed.ts';
import { aloneOnSuccess, type Rule, rule, saidIn, says, sentField } from '../memory/rule.ts';

/** A sign-in without one of its two fields, which the document requires. */
const required = (missing: 'username' | 'password'): Rule =>
  rule(`members.sign-in.${missing}-required`, (seen) => {
    const { sent, status } = seen;
    if (!isObject(sent) || Object.hasOwn(sent, missing) || status >= 500 || status === 429) return false;
    return expectRefusal(seen, { status: 400, names: [missing] });
  });

/** The messages of an estimate as the document writes them: `~` is what a message names, and the date is any date. */
const examples = {
  'user-not-found': messages.userNotFound('~'),
  'date-of-birth-missing': messages.birthMissing,
  'post-codes-missing': messages.postCodesMissing,
  'born-after-month': messages.bornAfterMonth('1990-01-01', 'date'),
  'over-age': messages.overAge('1990-01-01', 'date'),
  'no-region': messages.noRegion('~'),
  'periods-missing': messages.periodsMissing,
  'no-positive-net-pay': messages.noPositivePay,
} as const;

const formOf = (example: string): RegExp => {
  const escaped = example.replace(/[[\]().?+*^$|\\]/g, '\\$&').replace('~', '.+');
  return new RegExp(`^${escaped.replace('1990-01-01', String.raw`\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?`)}$`);
};
const wordsIn = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[a-z]+/g) ?? []).map((word) => word.replace(/s$/, '')));

const messageForms = Object.entries(examples).map(([name, example]) => ({
  clause: `expenditure.errors.${name}` as ClauseId,
  words: wordsIn(example),
  form: formOf(example),
}));
const noRegion = formOf(examples['no-region']);

/** The clause whose message is most like this one, by the words that both have; undefined where none is like it. */
function nearestForm(message: string): ClauseId | undefined {
  // What is said when some months lack pay and others a region is not shown, so its words are free.
  if (/\bpay\b/i.test(message) && /\bregion\b/i.test(message)) return undefined;
  const words = wordsIn(message);
  const likeness = ({ clause, words: others, form }: (typeof messageForms)[number]) => {
    const shared = [...words].filter((word) => others.has(word)).length;
    return { clause, share: form.test(message) ? 2 : (2 * shared) / (words.size + others.size) };
  };
  const [best] = messageForms.map(likeness).sort((a, b) => b.share - a.share);
  return best && best.share >= 0.4 ? best.clause : undefined;
}

const saidOf = (seen: Seen): string[] => (seen.status === 404 ? saidIn(seen) : []);

/** Fails where one of these messages is said twice; whether there are several. */
function expectOnce(said: readonly string[], seen: Seen): boolean {
  const again = said.filter((message, at) => said.indexOf(message) !== at);
  expectNone(again, 'the messages that are repeated', seen);
  return said.length > 1;
}

/** A term shows in these fields what it showed before, or what it was made with. */
const sameTerm = (clause: ClauseId, ...fields: readonly string[]): Rule =>
  aloneOnSuccess(clause, (seen, { records }) => {
    const earlier = records.settled(seen.path['term_id'], seen);
    const known = Object.fromEntries(fields.map((field) => [field, earlier?.[field]]));
    const lost = missing(known, seen.body);
    if (!earlier) return false;
    return expectThat(lost === undefined, 'what the term showed before', lost ?? '', seen);
  });

const isolated = [
  ...(['isolation.users.list', 'isolation.users.change', 'isolation.users.data'] as const),
  ...(['isolation.users.expenditure', 'isolation.accounts-and-entries', 'isolation.terms'] as const),
];

/** The clauses about members, providers, terms, estimates and other clients. */
export const otherRules: readonly Rule[] = [
  ...isolated.map((clause) =>
    aloneOnSuccess(clause, (seen, { clients }) => {
      const others = shownIn(seen).filter((id) => clients.isOthers(id, seen));
      // That a client gets its own says nothing of other clients.
      return others.length > 0 && expectNone(others, "what is another client's", seen);
    }),
  ),
  required('username'),
  required('password'),
  rule('members.sign-in.wrong-credentials', (seen) => {
    if (![400, 401, 403, 404, 422].includes(seen.status)) return false;
    const hasToken = 'jwt' in fieldsOf(seen.body);
    const isWhole = typeof sentField(seen, 'password') === 'string';
    return isWhole && expectThat(!hasToken, 'no token', 'a jwt', seen);
  }),

  aloneOnSuccess('terms.shape.version-grows', (seen, { records }) => {
    const { id, is_system_term, created_at, authorisation_version: version } = fieldsOf(seen.body);
    const others = is_system_term === false ? records.terms(seen).filter((term) => term['id'] !== id) : [];
    for (const other of others) {
      const age = Math.sign(Date.parse(`${created_at}`) - Date.parse(`${other['created_at']}`));
      const known = Number(other['authorisation_version']);
      const isKept = !age || Math.sign(Number(version) - known) === age;
      expectThat(isKept, `a version on the other side of ${known}, as its creation is`, `${version}`, seen);
    }
    return others.length > 0;
  }),
  rule('terms.get.unknown', (seen) => seen.status === 404 && expectRefusal(seen)),
  sameTerm('terms.shape.content', 'name', 'authorisation_text', 'authorisation_category'),
  sameTerm('terms.shape.client-term', 'is_system_term'),
  sameTerm('terms.shape.created-at', 'created_at'),

  ...messageForms.map(({ clause, form }) =>
    rule(clause, (seen) => {
      const told = saidOf(seen).filter((message) => nearestForm(message) === clause);
      for (const message of told)
        expectThat(form.test(message), 'the message of the document', message, seen);
      return told.length > 0;
    }),
  ),
  rule('expenditure.errors.each-post-code-tried', (seen) => {
    const said = saidOf(seen).filter((message) => noRegion.test(message));
    return expectOnce(said, seen);
  }),
  rule('expenditure.errors.user-not-found', (seen, picture) => {
    const user = seen.path['user_id'] ?? '';
    if (!(isSuccess(seen) || seen.status === 404) || !picture.isGone(user, seen)) return false;
    const told = expectRefusal(seen, { status: 404 });
    return expectEqual(told, [messages.userNotFound(user)], 'the messages', seen);
  }),
  rule('expenditure.errors.one-string-each', (seen) => {
    if (seen.status !== 404) return false;
    const others = saidOf(seen).filter((message) => !noRegion.test(message));
    expectOnce(others, seen);
    const isSaid = says(seen, messages.birthMissing) && says(seen, messages.postCodesMissing);
    return isSaid && expectThat(saidOf(seen).length >= 2, 'a string for each', seen.text, seen);
  }),
];
