import {
  atMost,
  casesOf,
  type Evidence,
  type ExamCase,
  expectEnded,
  fails,
  honest,
  hopeless,
  keyRequestsOf,
  pausesOf,
  RequestFailure,
  uncertain,
} from '../stage/exam-case.ts';
import { type Answer, refusal } from '../stage/front.ts';
import { type Journey, journeys, retrieving } from '../stage/journeys.ts';
import { allGet, firstAnswer, firstGets, heldFor } from '../stage/reactions.ts';
import { onceAndTold } from './repetition.ts';

const reads: Journey[] = ['list-users', 'income', 'affordability'];
const writes: Journey[] = [...retrieving, 'update-user', 'upload-statement', 'subscribe', 'delete-user'];
const deletions: Journey[] = ['delete-user', 'delete-account', 'delete-entry'];

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
function waitedFor(evidence: Evidence): void {
  const [first, second] = keyRequestsOf(evidence);
  if (!first || !second) return;
  const waited = (second.at - first.answeredAt) / 1000;
  if (waited < retryAfterS * 0.9)
    throw new RequestFailure(`the pause of Retry-After (${retryAfterS} s)`, `${waited.toFixed(2)} s`, second);
}

const mostTries = 12;

/** Pauses that are all alike, or no pauses at all, keep a service down that tries to get up. */
function pausesGrow(evidence: Evidence): void {
  const tries = keyRequestsOf(evidence);
  const pauses = pausesOf(tries);
  if (pauses.length < 2) return;
  const most = Math.max(...pauses);
  const shown = pauses.map((ms) => `${Math.round(ms)} ms`).join(', ');
  // A client without pauses may be held up now and then, though not mostly.
  const middle = [...pauses].sort((a, b) => a - b)[pauses.length >> 1]!;
  if (most < 40 || middle < 5)
    throw new RequestFailure('pauses between retries', `pauses of ${shown}`, tries.at(-1)!);
  // With pauses drawn by chance three may come out alike, and a busy machine lengthens one: four tell.
  if (pauses.length > 3 && most < Math.min(...pauses) * 1.5)
    throw new RequestFailure('pauses that grow with each retry', `pauses of ${shown}`, tries.at(-1)!);
}

const reset = () => 'reset' as const;
const lost = [
  ['an answer lost', reset],
  ['an outage (503)', () => busy(503, false)],
] as const;

/** The client left before the answer came; one whose time limit is longer has none that helps. */
async function leftInTime(evidence: Evidence): Promise<void> {
  const [first] = keyRequestsOf(evidence);
  if (first && !first.left) {
    const waited = `it waited for ${Math.round((first.answeredAt - first.at) / 1000)} s`;
    throw new RequestFailure('the client to give up a request that is not answered in time', waited, first);
  }
  await honest(evidence);
}

/** An answer that takes so long that no client should wait for it. */
export const lateCases = (lateMs: number): ExamCase[] =>
  casesOf(`an answer after ${lateMs / 1000} seconds`, journeys, {
    ...{ react: heldFor(lateMs), isIdle: true, judges: { 'trouble.time-limit': leftInTime } },
  });

export const troubleCases: readonly ExamCase[] = [
  ...casesOf('too many requests (429) with Retry-After', [...reads, 'connect', 'subscribe'], {
    judges: { 'trouble.retry-after': waitedFor, 'trouble.rate-limited': honest },
    react: firstGets(busy(429, true)),
  }),
  ...uncertain('trouble.rate-limited', 'a limit (429)', ['list-users', 'connect', 'upload-statement'], {
    react: firstGets(busy(429, false)),
  }),
  ...casesOf('an outage (503) with Retry-After', ['income', 'direct-connection', 'delete-user'], {
    judges: { 'trouble.retry-after': waitedFor },
    react: firstGets(busy(503, true)),
  }),
  ...casesOf('an outage (503) that lasts', [...reads, ...writes], {
    react: allGet(busy(503, false)),
    judges: {
      'trouble.outage-told': fails,
      'trouble.bounded-retries': (evidence) => {
        expectEnded(evidence);
        atMost(mostTries, keyRequestsOf(evidence), 'a request to be tried in an outage');
      },
      'trouble.pauses-grow': pausesGrow,
    },
  }),
  // Port 9 belongs to the discard service, which no machine runs any more.
  ...hopeless('trouble.connection-refused', 'nothing at the address', journeys, {
    values: { URL: 'http://127.0.0.1:9' },
  }),
  ...uncertain('trouble.reset', 'a connection that is reset', [...reads, ...writes], {
    react: firstGets('reset'),
  }),
  ...hopeless('trouble.reset', 'connections that are always reset', [...reads, 'subscribe', 'delete-user'], {
    react: allGet('reset'),
  }),
  ...uncertain('trouble.reset', 'the answer to a deletion lost', deletions, { react: firstAnswer(reset) }),
  ...uncertain('trouble.cut-body', 'an answer that is cut', [...reads, ...retrieving, 'update-user'], {
    react: firstAnswer((cut) => ({ cut })),
  }),
  ...hopeless('trouble.html', 'a page of a proxy (502)', [...reads, 'connect', 'subscribe', 'delete-user'], {
    react: allGet(page(502)),
  }),
  ...hopeless(
    'trouble.html',
    'a page of a proxy (200)',
    [...reads, ...retrieving, 'subscribe', 'update-user'],
    {
      react: allGet(page(200)),
    },
  ),
  ...hopeless(
    'trouble.invalid-json',
    'broken JSON',
    [...reads, ...retrieving, 'update-user', 'invite-member'],
    {
      react: allGet(broken),
    },
  ),
  ...lost.flatMap(([what, fate]) => [
    ...uncertain('trouble.lost-answer', `${what} after the service had done its work`, retrieving, {
      react: firstAnswer(fate),
    }),
    ...casesOf(`${what} after an upload was taken`, ['upload-statement'], {
      judges: { 'trouble.no-second-upload': onceAndTold },
      react: firstAnswer(fate, 'upload'),
    }),
    ...casesOf(`${what} after a subscription was made`, ['subscribe'], {
      judges: { 'trouble.no-second-subscription': onceAndTold },
      react: firstAnswer(fate),
    }),
  ]),
];
