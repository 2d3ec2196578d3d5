import type { ClauseId } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import { expectRefusal, expectValue } from '../../judgement/expect.ts';
import { Failure } from '../../judgement/failure.ts';
import { expectNoSecret } from '../../predicates/webhooks.ts';
import { incidentsOf } from '../../target/incident.ts';
import type { Seen } from '../memory/passed.ts';
import { everyOperation, type Rule, rule } from '../memory/rule.ts';

/** A law of every answer that the suite holds against each of its own. */
const expectLawful = (clause: ClauseId, seen: Seen): void => {
  const incident = incidentsOf(seen).find((one) => one.clause === clause);
  if (incident) throw new Failure('no such answer', incident.text, seen);
};

const refusals = [400, 401, 403, 404, 409, 422];
const saysWord = ({ status }: Seen): boolean => refusals.includes(status);

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
