import { type ClauseId, loadClauses } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import { expectRefusal, expectThat, expectValue } from '../../judgement/expect.ts';
import { Failure } from '../../judgement/failure.ts';
import { illTyped, isRequiredPoint, mayRequire, requiringObjects } from '../../predicates/request-bodies.ts';
import { expectNoSecret } from '../../predicates/webhooks.ts';
import { incidentsOf } from '../../target/incident.ts';
import { isInvalid, type Seen } from '../memory/passed.ts';
import { problemAt } from '../memory/picture.ts';
import { everyOperation, type Rule, refused, rule, saidIn, says } from '../memory/rule.ts';

/** A message that names nothing, and one of those that says that something is missing. */
const naming =
  /\b(?!(the|an?|some|this|request|body|required|fields?|parameters?|values?|is|are|of|missing|not|(in)?complete|bad)\b)\w+/i;
const incomplete = /\b(missing|required|not complete|incomplete)\b/i;

/** The clauses about bodies that lack a field or have a value of another type: which fields, the open points and the contract say. */
export const bodyRules: readonly Rule[] = [
  // Of several values that were each refused alone, a refusal has a message for each.
  rule(['errors.body.one-message-per-problem', 'updateUser', 'updateConfiguration'], (seen, { trials }) => {
    const known = illTyped(seen, true).filter((place) => trials.problems.has(problemAt(seen, place)));
    const expected = `a message for each of ${known.join(', ')}`;
    if (!isInvalid(seen) || known.length < 2) return false;
    return expectThat(saidIn(seen).length >= known.length, expected, seen.text, seen);
  }),
  ...loadClauses().flatMap(({ id, dependsOn }) => {
    if (/\.ill-typed/.test(id)) return [refused(id, (seen) => illTyped(seen).length > 0)];
    const point = dependsOn.find(isRequiredPoint);
    if (point === undefined || !/\.missing-[a-z]+-named$/.test(id)) return [];
    return [
      rule(id, (seen, { known }) => {
        const objects = requiringObjects(seen);
        const lacking = mayRequire(point).filter((field) => objects.some((one) => one[field] === undefined));
        if (seen.status !== 400 || lacking.length === 0) return false;
        // Some refuse for another reason first; what says that a field is missing has to name one.
        if (lacking.some((field) => says(seen, field))) return true;
        const isKnown = lacking.some((field) => known[point]?.includes(field as never));
        const isSaid = saidIn(seen).every((text) => !naming.test(text) && (isKnown || incomplete.test(text)));
        return isSaid && expectThat(false, `a message that names ${lacking.join(' or ')}`, seen.text, seen);
      }),
    ];
  }),
];

/** A law of every answer that the suite holds against each of its own. */
const expectLawful = (clause: ClauseId, seen: Seen): void => {
  const incident = incidentsOf(seen).find((one) => one.clause === clause);
  if (incident) throw new Failure('no such answer', incident.text, seen);
};

const saysWord = ({ status }: Seen): boolean => [400, 401, 403, 404, 409, 422].includes(status);

/** The clauses about the form of every answer, and of every refusal. */
export const answerRules: readonly Rule[] = [
  // A body that is empty, or says that nothing changed, declares nothing.
  rule('http.answers-are-json', (seen) => {
    const isSaid = seen.text !== '' && (seen.status < 300 || saysWord(seen));
    return isSaid && expectLawful('http.answers-are-json', seen);
  }),
  rule(['http.no-server-errors', ...everyOperation], (seen) => expectLawful('http.no-server-errors', seen)),
  ...(['errors.body.shape', 'errors.body.no-codes'] as const).map((clause) =>
    rule(clause, (seen) => saysWord(seen) && expectLawful(clause, seen)),
  ),
  rule('webhooks.list.no-signing-secret', (seen, { subscriptions }) =>
    expectNoSecret(seen, subscriptions.secrets('signing_secret')),
  ),
  rule(['errors.body.one-message-per-problem', 'signInMember'], (seen) => {
    const { sent, status } = seen;
    if (status !== 400 || !isObject(sent) || 'username' in sent || 'password' in sent) return false;
    const messages = expectRefusal(seen, { names: ['username', 'password'] });
    return expectValue(messages.length >= 2, 'a message for each of the two', messages, seen);
  }),
];
