import { Failure } from '../../judgement/failure.ts';
import {
  atMost,
  type Evidence,
  expectEnded,
  expectNoRequest,
  fails,
  honest,
  type Judge,
  jobDone,
  keyRequestsOf,
  lastSucceeds,
  pausesOf,
  RequestFailure,
  requestsOf,
  succeeds,
  toldRight,
} from '../stage/exam-case.ts';
import { keyOperationOf } from '../stage/journeys.ts';
import { subscriptionsOf } from '../stage/stage.ts';
import { uploadsOf } from '../stage/statements.ts';
import { retryAfterS, sentences } from './fates.ts';
import { neighboursOf } from './worlds.ts';

/** Nothing is there more than once that should be there once. */
async function once(evidence: Evidence): Promise<void> {
  expectEnded(evidence);
  const { stage } = evidence;
  const uploads = stage.journey === 'upload-statement' ? await uploadsOf(stage) : 0;
  const subscriptions = stage.journey === 'subscribe' ? (await subscriptionsOf(stage)).length : 0;
  const expected = 'nothing doubled by a second try';
  if (uploads > 1) throw new Failure(expected, `${uploads} uploads with the same external id`);
  if (subscriptions > 1) throw new Failure(expected, `${subscriptions} subscriptions to the same address`);
}

/** Shorter pauses than this are none. */
const leastPauseMs = 20;

/** Looks at the first start alone: what comes after a refusal is another clause's. */
const ofFirstStart =
  (judge: Judge): Judge =>
  (evidence) => {
    const runs = evidence.runs.slice(0, 1);
    return judge({ ...evidence, runs, requests: runs.flatMap(({ requests }) => requests) });
  };

const authorised = ['queryPayrollConnection', 'createDirectConnection', 'submitMfa'] as const;

/** Everything by which the cases judge, by the name that they give it. */
export const judges = {
  // What holds for every request is judged in any case.
  'as-always': () => {},
  succeeds,
  fails,
  honest,
  once,
  'job-done': jobDone,
  'told-right': toldRight,
  'last-succeeds': lastSucceeds,
  'once-and-told': async (evidence) => {
    await once(evidence);
    await honest(evidence);
  },
  // A person is invited once: no client can see whether an invitation arrived.
  'invited-once': ({ requests }) => {
    const made = requests.filter((one) => one.operation === 'inviteMember' && one.made !== undefined);
    atMost(1, made, 'an invitation to be made');
  },
  // Who repeats a request does so no sooner than the service asked for.
  'waited-for': (evidence) => {
    const [first, second] = keyRequestsOf(evidence);
    const asked = first?.answer?.headers['retry-after'];
    if (!first || !second || asked === undefined) return;
    const waited = (second.at - first.answeredAt) / 1000;
    if (waited < retryAfterS * 0.9)
      throw new RequestFailure(`the pause of Retry-After (${asked})`, `${waited.toFixed(2)} s`, second);
  },
  // Pauses that are all alike, or no pauses at all, keep a service down that tries to get up.
  'pauses-grow': (evidence) => {
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
  },
  // The client left before the answer came; one whose time limit is longer has none that helps.
  'left-in-time': async (evidence) => {
    const held = evidence.requests.find(({ isHeld }) => isHeld);
    if (held && !held.left) {
      const waited = `it waited for ${Math.round((held.answeredAt - held.at) / 1000)} s`;
      throw new RequestFailure('the client to give up a request that is not answered in time', waited, held);
    }
    await honest(evidence);
  },
  'waits-politely': (evidence) => {
    const looks = requestsOf(evidence, 'listBankStatements');
    const pauses = pausesOf(looks).sort((a, b) => a - b);
    // A busy machine lengthens pauses and shortens none: the shorter ones tell whether the client pauses at all.
    const short = pauses[pauses.length >> 2] ?? leastPauseMs;
    const hasty = `${looks.length} looks, many ${short.toFixed(1)} ms apart or less`;
    if (looks.length > 3 && short < leastPauseMs)
      throw new RequestFailure('a pause between two looks at the list', hasty, looks.at(-1)!);
  },
  'first-fails': ofFirstStart(fails),
  'words-told': ofFirstStart(({ runs }) => {
    for (const { outcome } of runs)
      for (const sentence of sentences)
        if (!outcome.output.includes(sentence))
          throw new Failure(
            `the service's own words in the output, every message: ${sentence}`,
            outcome.output === '' ? 'no output' : JSON.stringify(outcome.output.trim().slice(-300)),
          );
  }),
  // After the refusal of its call, a journey writes nothing more; it may remove what it made.
  'nothing-half-done': ofFirstStart(({ stage, requests }) => {
    const own = keyOperationOf(stage.journey);
    const at = requests.findIndex(({ operation }) => operation === own);
    const isMore = ({ method, operation }: (typeof requests)[number]) =>
      !/GET|DELETE/.test(method) && operation !== own && operation !== 'signInMember';
    expectNoRequest(`nothing written after ${own} was refused`, requests.slice(at + 1).find(isMore));
  }),
  'bounded-retries': (evidence) => {
    expectEnded(evidence);
    atMost(12, keyRequestsOf(evidence), 'a request to be tried in an outage');
  },
  // A new token may be worth one more try; nothing else changes a refusal.
  'not-retried': ofFirstStart((evidence) => {
    const sent = keyRequestsOf(evidence);
    const status = sent[0]?.answer?.status;
    atMost(status === 401 ? 2 : 1, sent, `a request refused with ${status} to be sent`);
  }),
  // One MFA answer and one query tell all that there is to know.
  'not-hammered': (evidence) => {
    atMost(1, requestsOf(evidence, 'submitMfa'), 'an MFA answer that is refused to be sent');
    atMost(1, requestsOf(evidence, 'queryPayrollConnection'), 'the account to be queried');
  },
  // No page is asked for again and again.
  'no-page-for-ever': (evidence) => {
    expectEnded(evidence);
    const pages = keyRequestsOf(evidence);
    const same = (url: string) => pages.filter((one) => one.url === url);
    for (const { url } of pages) atMost(5, same(url), `the same page (${url}) to be asked for`);
  },
  'id-encoded': ({ requests }) =>
    expectNoRequest(
      'an id such as ../configuration?user=1#x to be encoded in the path (or refused by the client itself)',
      requests.find(({ operation, url }) => !operation || !/^[^?]*%2fconfiguration%3f/i.test(url)),
    ),
  'only-forename': (evidence) => {
    for (const seen of requestsOf(evidence, 'updateUser')) {
      const sent = Object.keys(JSON.parse(seen.body.toString() || '{}'));
      if (sent.join() !== 'forename')
        throw new RequestFailure('a PATCH with nothing but [forename]', `[${sent.join('], [')}]`, seen);
    }
  },
  'authorisation-sent': (evidence) => {
    for (const seen of authorised.flatMap((operation) => requestsOf(evidence, operation))) {
      const sent = seen.headers['x-svc-authorisation-id'];
      if (sent !== evidence.stage.values['AUTHORISATION_ID'])
        throw new RequestFailure('x-svc-authorisation-id as it was chosen', sent ?? 'no such header', seen);
    }
  },
  // The API key alone may invite, so that only a client that signed in is told.
  'sign-in-told': (evidence) => {
    const invited = requestsOf(evidence, 'inviteMember').length > 0;
    if (!invited && requestsOf(evidence, 'signInMember').length > 0) fails(evidence);
  },
  // Wrong passwords lock a member out.
  'signed-in-once': (evidence) =>
    atMost(1, requestsOf(evidence, 'signInMember'), 'a sign-in that is refused to be sent'),
  'not-invited': (evidence) => {
    const [first] = requestsOf(evidence, 'signInMember');
    const [invited] = requestsOf(evidence, 'inviteMember');
    if (first && invited && invited.at > first.at)
      throw new RequestFailure('no invitation after the sign-in was refused', 'an invitation', invited);
  },
  // The subscription is the one that was asked for.
  'subscribed-as-asked': async (evidence) => {
    await succeeds(evidence);
    const { stage } = evidence;
    const wanted = (stage.values['EVENTS'] ?? '').split(',').sort().join();
    const all = (await subscriptionsOf(stage)).flatMap((one) => one.events);
    const events = [...new Set(all)].sort().join();
    if (events !== wanted) throw new Failure(`a subscription to ${wanted}`, `one to ${events}`);
  },
  'others-stay': async (evidence) => {
    await succeeds(evidence);
    const { stage } = evidence;
    for (const url of neighboursOf(stage))
      if ((await subscriptionsOf(stage, url)).length === 0)
        throw new Failure(`the subscription to ${url} to stay`, 'your code deleted it');
  },
} satisfies Record<string, Judge>;
