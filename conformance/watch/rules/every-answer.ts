import type { ClauseId } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import { expectRefusal, expectThat } from '../../expect.ts';
import { Failure } from '../../failure.ts';
import { amountsIn, expectJson, expectTwoDecimals } from '../../predicates/answers.ts';
import { incidentsOf } from '../../target/incident.ts';
import { fieldsOf } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { on, type Rule } from '../rule.ts';
import { isSuccess } from '../statuses.ts';
import { everyOperation, idOperations } from './operations.ts';

/** A law of every answer that the suite holds against each of its own. */
const lawful = (clause: ClauseId, when: (seen: Seen) => boolean): Rule => ({
  clause,
  when,
  expect: (seen) => {
    const [incident] = incidentsOf(seen).filter((one) => one.clause === clause);
    if (incident) throw new Failure('no such answer', incident.text, seen);
  },
});

const saysWord = (seen: Seen): boolean => [400, 401, 403, 404, 409, 422].includes(seen.status);

/** The signing secrets that are known by now, that of the request itself included. */
function secretsOf({ sent }: Seen, { secrets }: Picture): string[] {
  const own = fieldsOf(sent)['signing_secret'];
  const known = [...secrets].filter(([, kind]) => kind === 'secret').map(([secret]) => secret);
  return typeof own === 'string' && own.length >= 8 ? [own, ...known] : known;
}

/** The clauses about the form of every answer, and of every refusal. */
export const answerRules = [
  ...on(
    everyOperation,
    // A body that is empty, or says that nothing changed, declares nothing.
    {
      clause: 'http.answers-are-json',
      when: ({ text, status }) => text !== '' && (status < 300 || saysWord({ status } as Seen)),
      expect: expectJson,
    },
    lawful('http.no-server-errors', () => true),
    lawful('errors.body.shape', saysWord),
    lawful('errors.body.no-codes', saysWord),
    {
      clause: 'http.two-decimal-money',
      when: (seen) => isSuccess(seen) && amountsIn(seen.body).some((amount) => typeof amount === 'string'),
      expect: (seen) => expectTwoDecimals(amountsIn(seen.body), seen),
    },
    {
      clause: 'webhooks.list.no-signing-secret',
      when: (seen, picture) => /[Ww]ebhook/.test(seen.operation) && secretsOf(seen, picture).length > 0,
      expect: (seen, picture) => {
        for (const secret of secretsOf(seen, picture))
          expectThat(!seen.text.includes(secret), 'no answer with a secret', seen.text, seen);
      },
    },
  ),
  ...on(idOperations, {
    clause: 'errors.not-found.message',
    when: (seen, picture) =>
      seen.status === 404 && Object.values(seen.path).some((id) => picture.isGone(id, seen)),
    expect: (seen) => expectRefusal(seen, { status: 404, names: Object.values(seen.path) }),
  }),
  ...on('signInMember', {
    clause: 'errors.body.one-message-per-problem',
    when: ({ sent, status }) =>
      status === 400 && isObject(sent) && !('username' in sent) && !('password' in sent),
    expect: (seen) => {
      const messages = expectRefusal(seen, { names: ['username', 'password'] });
      expectThat(messages.length >= 2, 'a message for each of the two', JSON.stringify(messages), seen);
    },
  }),
  ...on(['listBankStatements', 'getTaxauthIncome', 'deleteWebhook'], {
    clause: 'errors.not-found.everywhere',
    when: (seen, picture) =>
      Object.values(seen.path).some((id) => picture.isGone(id, seen)) &&
      (isSuccess(seen) || seen.status === 404),
    expect: (seen) => expectRefusal(seen, { status: 404 }),
  }),
];
