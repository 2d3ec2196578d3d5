import { Failure } from '../../failure.ts';
import {
  atMost,
  casesOf,
  type Evidence,
  type ExamCase,
  fails,
  RequestFailure,
  requestsOf,
} from '../exam-case.ts';
import { refusal } from '../front.ts';
import type { Journey } from '../journeys.ts';
import { allGet } from '../reactions.ts';
import { keyOperationOf } from '../truth.ts';

/** Which refusal each journey meets at its own call. A deletion that finds nothing may count as done. */
const refused: readonly (readonly [number, readonly Journey[]])[] = [
  [
    400,
    [
      'update-user',
      'connect',
      'direct-connection',
      'upload-statement',
      'subscribe',
      'invite-member',
      'list-users',
    ],
  ],
  [401, ['list-users', 'income', 'affordability', 'subscribe', 'delete-user', 'connect', 'update-user']],
  [403, ['connect', 'direct-connection', 'upload-statement', 'income', 'delete-account', 'delete-entry']],
  [404, ['update-user', 'income', 'affordability', 'direct-connection', 'connect']],
  [409, ['connect', 'direct-connection', 'delete-entry', 'update-user']],
];

const sentence = (status: number): string => `Request refused by rule ${status}-7 of this client`;

/** A new token may be worth one more try; nothing else changes a refusal. */
const notRetried =
  (status: number) =>
  (evidence: Evidence): void =>
    atMost(
      status === 401 ? 2 : 1,
      requestsOf(evidence, keyOperationOf(evidence.stage.journey)),
      `a request that was refused with ${status} to be sent`,
    );

const wordsTold =
  (status: number) =>
  ({ runs }: Evidence): void => {
    for (const { outcome } of runs)
      if (!outcome.output.includes(sentence(status)))
        throw new Failure(
          `the service's own words in the output: ${sentence(status)}`,
          outcome.output === '' ? 'no output' : JSON.stringify(outcome.output.trim().slice(-300)),
        );
  };

/** After the refusal of its call, a journey writes nothing more; it may remove what it made. */
function nothingHalfDone(evidence: Evidence): void {
  const own = keyOperationOf(evidence.stage.journey);
  const at = evidence.requests.findIndex(({ operation }) => operation === own);
  for (const seen of evidence.requests.slice(at + 1))
    if (
      !['GET', 'DELETE'].includes(seen.method) &&
      seen.operation !== own &&
      seen.operation !== 'signInMember'
    )
      throw new RequestFailure(
        `nothing more to be written once ${own} was refused`,
        `${seen.method} ${seen.url}`,
        seen,
      );
}

export const refusalCases: readonly ExamCase[] = [
  ...refused.flatMap(([status, journeys]) =>
    casesOf(`a refusal with ${status}`, journeys, {
      wish: { react: allGet(refusal(status, sentence(status))) },
      judges: {
        'refusals.not-swallowed': fails,
        'refusals.words': wordsTold(status),
        'refusals.not-retried': notRetried(status),
        'refusals.nothing-half-done': nothingHalfDone,
      },
    }),
  ),
  ...casesOf('a sign-in that is refused', ['invite-member'], {
    wish: { values: { PASSWORD: 'not-the-password' } },
    judges: {
      'refusals.not-swallowed': (evidence) => {
        // The API key alone may invite, so that only a client that signed in is told.
        if (
          requestsOf(evidence, 'signInMember').length > 0 &&
          requestsOf(evidence, 'inviteMember').length === 0
        )
          fails(evidence);
      },
      'refusals.nothing-half-done': (evidence) => {
        const [first] = requestsOf(evidence, 'signInMember');
        const [invited] = requestsOf(evidence, 'inviteMember');
        if (first && invited && invited.at > first.at)
          throw new RequestFailure('no invitation after the sign-in was refused', 'an invitation', invited);
      },
    },
  }),
  ...casesOf('an upload that the storage refuses', ['upload-statement'], {
    wish: { react: allGet(refusal(403, sentence(403)), 'upload') },
    judges: { 'refusals.not-swallowed': fails, 'refusals.words': wordsTold(403) },
  }),
];
