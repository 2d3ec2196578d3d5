import type { ClauseId } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import { expectRefusal, expectThat, expectValue } from '../../judgement/expect.ts';
import { Failure } from '../../judgement/failure.ts';
import { expectJson } from '../../predicates/answers.ts';
import { incidentsOf } from '../../target/incident.ts';
import type { Seen } from '../memory/passed.ts';
import type { Picture } from '../memory/picture.ts';
import { everyOperation, on, type Rule, rule, sentField } from '../memory/rule.ts';

/** A law of every answer that the suite holds against each of its own. */
const lawful = (clause: ClauseId, isMeant: (seen: Seen) => boolean): Rule =>
  rule(clause, (seen) => {
    if (!isMeant(seen)) return false;
    const incident = incidentsOf(seen).find((one) => one.clause === clause);
    if (incident) throw new Failure('no such answer', incident.text, seen);
    return true;
  });

const refusals = [400, 401, 403, 404, 409, 422];
const saysWord = ({ status }: Seen): boolean => refusals.includes(status);

/** The signing secrets that are known by now, that of the request itself included. */
function secretsOf(seen: Seen, { secrets }: Picture): string[] {
  const own = sentField(seen, 'signing_secret');
  const known = [...secrets].filter(([, kind]) => kind === 'secret').map(([secret]) => secret);
  return typeof own === 'string' && own.length >= 8 ? [own, ...known] : known;
}

/** The clauses about the form of every answer, and of every refusal. */
export const answerRules: readonly Rule[] = [
  // A body that is empty, or says that nothing changed, declares nothing.
  rule('http.answers-are-json', (seen) => {
    return seen.text !== '' && (seen.status < 300 || saysWord(seen)) && expectJson(seen);
  }),
  on(
    everyOperation,
    lawful('http.no-server-errors', () => true),
  ),
  lawful('errors.body.shape', saysWord),
  lawful('errors.body.no-codes', saysWord),
  rule('webhooks.list.no-signing-secret', (seen, picture) => {
    const secrets = secretsOf(seen, picture);
    const isShown = secrets.some((secret) => seen.text.includes(secret));
    return secrets.length > 0 && expectThat(!isShown, 'no answer with a secret', seen.text, seen);
  }),
  rule('errors.body.one-message-per-problem', (seen) => {
    const { sent, status } = seen;
    if (status !== 400 || !isObject(sent) || 'username' in sent || 'password' in sent) return false;
    const messages = expectRefusal(seen, { names: ['username', 'password'] });
    return expectValue(messages.length >= 2, 'a message for each of the two', messages, seen);
  }),
];
