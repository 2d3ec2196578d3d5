import { Failure } from '../../judgement/failure.ts';
import {
  atMost,
  casesOf,
  type Evidence,
  type ExamCase,
  fails,
  keyRequestsOf,
  RequestFailure,
  requestsOf,
} from '../stage/exam-case.ts';
import { refusal } from '../stage/front.ts';
import { type Journey, keyOperationOf, retrieving } from '../stage/journeys.ts';
import { allGet } from '../stage/reactions.ts';

const reading: Journey[] = ['income', 'affordability'];

/** Which refusal each journey meets at its own call. A deletion that finds nothing may count as done. */
const refused: readonly (readonly [number, readonly Journey[]])[] = [
  [400, [...retrieving, 'update-user', 'upload-statement', 'subscribe', 'invite-member', 'list-users']],
  [401, [...reading, 'list-users', 'subscribe', 'delete-user', 'connect', 'update-user']],
  [403, [...retrieving, 'upload-statement', 'income', 'delete-account', 'delete-entry']],
  [404, [...retrieving, ...reading, 'update-user']],
  [409, [...retrieving, 'delete-entry', 'update-user']],
];

const sentence = (status: number): string => `Request refused by rule ${status}-7 of this client`;

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
function nothingHalfDone({ stage, requests }: Evidence): void {
  const own = keyOperationOf(stage.journey);
  const at = requests.findIndex(({ operation }) => operation === own);
  const seen = requests
    .slice(at + 1)
    .find(
      ({ method, operation }) =>
        !/GET|DELETE/.test(method) && operation !== own && operation !== 'signInMember',
    );
  if (seen)
    throw new RequestFailure(`nothing written after ${own} was refused`, `${seen.method} ${seen.url}`, seen);
}

export const refusalCases: readonly ExamCase[] = [
  ...refused.flatMap(([status, journeys]) =>
    casesOf(`a refusal with ${status}`, journeys, {
      react: allGet(refusal(status, sentence(status))),
      judges: {
        'refusals.not-swallowed': fails,
        'refusals.words': wordsTold(status),
        // A new token may be worth one more try; nothing else changes a refusal.
        'refusals.not-retried': (evidence) =>
          atMost(
            status === 401 ? 2 : 1,
            keyRequestsOf(evidence),
            `a request refused with ${status} to be sent`,
          ),
        'refusals.nothing-half-done': nothingHalfDone,
      },
    }),
  ),
  ...casesOf('a sign-in that is refused', ['invite-member'], {
    values: { PASSWORD: 'not-the-password' },
    judges: {
      // The API key alone may invite, so that only a client that signed in is told.
      'refusals.not-swallowed': (evidence) => {
        const invited = requestsOf(evidence, 'inviteMember').length > 0;
        if (!invited && requestsOf(evidence, 'signInMember').length > 0) fails(evidence);
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
    judges: { 'refusals.not-swallowed': fails, 'refusals.words': wordsTold(403) },
    react: allGet(refusal(403, sentence(403)), 'upload'),
  }),
];
