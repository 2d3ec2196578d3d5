import { Failure } from '../../failure.ts';
import {
  atMost,
  casesOf,
  type Evidence,
  type ExamCase,
  expectEnded,
  fails,
  honest,
  RequestFailure,
  requestsOf,
} from '../exam-case.ts';
import { type Answer, refusal, type Seen } from '../front.ts';
import { type Journey, journeys } from '../journeys.ts';
import { allGet, firstAnswer, firstGets } from '../reactions.ts';
import { keyOperationOf, uploadsOf } from '../truth.ts';

const reads: Journey[] = ['list-users', 'income', 'affordability'];
const writes: Journey[] = [
  'update-user',
  'connect',
  'direct-connection',
  'upload-statement',
  'subscribe',
  'delete-user',
];

const page = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<!doctype html><title>Gateway</title><h1>We will be back soon</h1>'),
});
const broken: Answer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"pagination": {"total_count": 0}, "users": ['),
};

/** Long enough to show that it was waited for, short enough for an exam. */
const retryAfterS = 1;
const busy = (status: number, withHeader: boolean): Answer =>
  refusal(status, 'Try again later', withHeader ? { 'retry-after': String(retryAfterS) } : {});

/** Who repeats a request does so no sooner than the service asked for. */
async function waitedFor(evidence: Evidence): Promise<void> {
  const [first, second] = requestsOf(evidence, keyOperationOf(evidence.stage.journey));
  if (!first || !second) return;
  const waited = (second.at - first.answeredAt) / 1000;
  if (waited < retryAfterS * 0.9)
    throw new RequestFailure(
      `a pause of ${retryAfterS} s, as Retry-After asks`,
      `${waited.toFixed(2)} s`,
      second,
    );
}

const mostTries = 12;

const pausesOf = (tries: readonly Seen[]): number[] =>
  tries.slice(1).map((seen, at) => seen.at - (tries[at]?.answeredAt ?? 0));

/** Pauses that are all alike, or no pauses at all, keep a service down that tries to get up. */
function pausesGrow(evidence: Evidence): void {
  const tries = requestsOf(evidence, keyOperationOf(evidence.stage.journey));
  const pauses = pausesOf(tries);
  if (pauses.length < 2) return;
  const [least, most] = [Math.min(...pauses), Math.max(...pauses)];
  const shown = pauses.map((ms) => `${Math.round(ms)} ms`).join(', ');
  if (most < 40) throw new RequestFailure('pauses between retries', `pauses of ${shown}`, tries.at(-1)!);
  if (pauses.length > 2 && most < least * 1.3)
    throw new RequestFailure(
      'pauses that grow from one retry to the next',
      `pauses of ${shown}`,
      tries.at(-1)!,
    );
}

const notDoubled =
  (count: (evidence: Evidence) => Promise<number>, what: string) =>
  async (evidence: Evidence): Promise<void> => {
    const made = await count(evidence);
    if (made > 1) throw new Failure(`at most one ${what}`, `${made}`);
    await honest(evidence);
  };

const oneUpload = notDoubled(({ stage }) => uploadsOf(stage), 'upload with the external id');
const oneSubscription = notDoubled(
  async ({ stage }) => (await stage.subscriptions()).length,
  'subscription to the address',
);
const reset = () => 'reset' as const;

/** The client left before the answer came; one whose time limit is longer has none that helps. */
export function leftInTime(evidence: Evidence): void {
  const [first] = requestsOf(evidence, keyOperationOf(evidence.stage.journey));
  if (first && !first.left)
    throw new RequestFailure(
      'the client to give a request up that is not answered in time',
      `it waited for ${Math.round((first.answeredAt - first.at) / 1000)} s`,
      first,
    );
  expectEnded(evidence);
}

export const troubleCases: readonly ExamCase[] = [
  ...casesOf('too many requests (429) with Retry-After', [...reads, 'connect', 'subscribe'], {
    wish: { react: firstGets(busy(429, true)) },
    judges: { 'trouble.retry-after': waitedFor, 'trouble.rate-limited': honest },
  }),
  ...casesOf('too many requests (429)', ['list-users', 'connect', 'upload-statement'], {
    wish: { react: firstGets(busy(429, false)) },
    judges: { 'trouble.rate-limited': honest },
  }),
  ...casesOf('an outage (503) with Retry-After', ['income', 'direct-connection', 'delete-user'], {
    wish: { react: firstGets(busy(503, true)) },
    judges: { 'trouble.retry-after': waitedFor },
  }),
  ...casesOf('an outage (503) that lasts', [...reads, ...writes], {
    wish: { react: allGet(busy(503, false)) },
    judges: {
      'trouble.outage-told': fails,
      'trouble.bounded-retries': (evidence) => {
        expectEnded(evidence);
        atMost(
          mostTries,
          requestsOf(evidence, keyOperationOf(evidence.stage.journey)),
          'a request to be tried in an outage',
        );
      },
      'trouble.pauses-grow': pausesGrow,
    },
  }),
  ...casesOf('nobody at the address', journeys, {
    // Port 9 belongs to the discard service, which no machine runs any more.
    wish: { values: { URL: 'http://127.0.0.1:9' } },
    judges: { 'trouble.connection-refused': fails },
  }),
  ...casesOf('a connection that is reset', [...reads, ...writes], {
    wish: { react: firstGets('reset') },
    judges: { 'trouble.reset': honest },
  }),
  ...casesOf(
    'connections that are always reset',
    ['list-users', 'subscribe', 'delete-user', 'affordability'],
    {
      wish: { react: allGet('reset') },
      judges: { 'trouble.reset': fails },
    },
  ),
  ...casesOf(
    'an answer that is cut in the middle',
    [...reads, 'connect', 'direct-connection', 'update-user'],
    {
      wish: { react: firstAnswer((cut) => ({ cut })) },
      judges: { 'trouble.cut-body': honest },
    },
  ),
  ...casesOf(
    'a page of a proxy in place of an answer (502)',
    [...reads, 'connect', 'subscribe', 'delete-user'],
    {
      wish: { react: allGet(page(502)) },
      judges: { 'trouble.html': fails },
    },
  ),
  ...casesOf(
    'a page of a proxy that claims success (200)',
    [...reads, 'connect', 'direct-connection', 'subscribe', 'update-user'],
    {
      wish: { react: allGet(page(200)) },
      judges: { 'trouble.html': fails },
    },
  ),
  ...casesOf(
    'an answer that is no JSON',
    [...reads, 'connect', 'direct-connection', 'update-user', 'invite-member'],
    {
      wish: { react: allGet(broken) },
      judges: { 'trouble.invalid-json': fails },
    },
  ),
  ...casesOf('the answer lost after the service had done its work', ['connect', 'direct-connection'], {
    wish: { react: firstAnswer(reset) },
    judges: { 'trouble.lost-answer': honest },
  }),
  ...casesOf('an outage (503) after the service had done its work', ['connect', 'direct-connection'], {
    wish: { react: firstAnswer(() => busy(503, false)) },
    judges: { 'trouble.lost-answer': honest },
  }),
  ...casesOf('the answer to a deletion lost', ['delete-user', 'delete-account', 'delete-entry'], {
    wish: { react: firstAnswer(reset) },
    judges: { 'trouble.reset': honest },
  }),
  ...casesOf('the answer to an upload lost', ['upload-statement'], {
    wish: { react: firstAnswer(reset, 'upload') },
    judges: { 'trouble.no-second-upload': oneUpload },
  }),
  ...casesOf('an outage (503) after an upload was taken', ['upload-statement'], {
    wish: { react: firstAnswer(() => busy(503, false), 'upload') },
    judges: { 'trouble.no-second-upload': oneUpload },
  }),
  ...casesOf('the answer to a subscription lost', ['subscribe'], {
    wish: { react: firstAnswer(reset) },
    judges: { 'trouble.no-second-subscription': oneSubscription },
  }),
  ...casesOf('an outage (503) after a subscription was made', ['subscribe'], {
    wish: { react: firstAnswer(() => busy(503, false)) },
    judges: { 'trouble.no-second-subscription': oneSubscription },
  }),
];
