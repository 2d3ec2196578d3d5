import type { ClauseId } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import { expectRefusal, expectThat, expectValue } from '../../expect.ts';
import { Failure } from '../../failure.ts';
import { amountsIn, expectJson, expectTwoDecimals } from '../../predicates/answers.ts';
import { incidentsOf } from '../../target/incident.ts';
import { fieldsOf } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { on, type Rule, rule } from '../rule.ts';
import { isSuccess } from '../statuses.ts';
import { everyOperation, idOperations } from './operations.ts';

/** A law of every answer that the suite holds against each of its own. */
const lawful = (clause: ClauseId, when: (seen: Seen) => boolean): Rule =>
  rule(clause, when, (seen) => {
    const incident = incidentsOf(seen).find((one) => one.clause === clause);
    if (incident) throw new Failure('no such answer', incident.text, seen);
  });

const refusals = [400, 401, 403, 404, 409, 422];
const saysWord = ({ status }: Seen): boolean => refusals.includes(status);

/** The signing secrets that are known by now, that of the request itself included. */
function secretsOf({ sent }: Seen, { secrets }: Picture): string[] {
  const own = fieldsOf(sent)['signing_secret'];
  const known = [...secrets].filter(([, kind]) => kind === 'secret').map(([secret]) => secret);
  return typeof own === 'string' && own.length >= 8 ? [own, ...known] : known;
}

const isAboutGone = (seen: Seen, picture: Picture): boolean =>
  Object.values(seen.path).some((id) => picture.isGone(id, seen));

/** The clauses about the form of every answer, and of every refusal. */
export const answerRules = [
  ...on(
    everyOperation,
    // A body that is empty, or says that nothing changed, declares nothing.
    rule(
      'http.answers-are-json',
      (seen) => seen.text !== '' && (seen.status < 300 || saysWord(seen)),
      expectJson,
    ),
    lawful('http.no-server-errors', () => true),
    lawful('errors.body.shape', saysWord),
    lawful('errors.body.no-codes', saysWord),
    rule(
      'http.two-decimal-money',
      (seen) => isSuccess(seen) && amountsIn(seen.body).some((amount) => typeof amount === 'string'),
      (seen) => expectTwoDecimals(amountsIn(seen.body), seen),
    ),
  ),
  ...on(
    ['createWebhook', 'listWebhooks', 'deleteWebhook'],
    rule(
      'webhooks.list.no-signing-secret',
      (seen, picture) => secretsOf(seen, picture).length > 0,
      (seen, picture) => {
        const isShown = secretsOf(seen, picture).some((secret) => seen.text.includes(secret));
        expectThat(!isShown, 'no answer with a secret', seen.text, seen);
      },
    ),
  ),
  ...on(
    idOperations,
    rule(
      'errors.not-found.message',
      (seen, picture) => seen.status === 404 && isAboutGone(seen, picture),
      (seen) => expectRefusal(seen, { status: 404, names: Object.values(seen.path) }),
    ),
  ),
  ...on(
    'signInMember',
    rule(
      'errors.body.one-message-per-problem',
      ({ sent, status }) =>
        status === 400 && isObject(sent) && !('username' in sent) && !('password' in sent),
      (seen) => {
        const messages = expectRefusal(seen, { names: ['username', 'password'] });
        expectValue(messages.length >= 2, 'a message for each of the two', messages, seen);
      },
    ),
  ),
  ...on(
    ['listBankStatements', 'getTaxauthIncome', 'deleteWebhook'],
    rule(
      'errors.not-found.everywhere',
      (seen, picture) => (isSuccess(seen) || seen.status === 404) && isAboutGone(seen, picture),
      (seen) => expectRefusal(seen, { status: 404 }),
    ),
  ),
];
