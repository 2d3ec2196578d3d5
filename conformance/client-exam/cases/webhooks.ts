import type { ClientClauseId } from '../../../spec/client-clauses.ts';
import { agreementWith } from '../../../spec/webhooks/agreement.ts';
import { open } from '../../../spec/webhooks/index.ts';
import { Failure } from '../../judgement/failure.ts';
import { DeliveryFailure, isTaken } from '../../receiver/sender.ts';
import { newEntry, newUser } from '../stage/arranged-users.ts';
import { casesOf, type Evidence, type ExamCase, expectEnded, succeeds } from '../stage/exam-case.ts';
import { causes, isJourney } from '../stage/journeys.ts';
import type { Course, Event, Stage } from '../stage/stage.ts';

async function sealedAsAsked(evidence: Evidence): Promise<void> {
  const { stage } = evidence;
  await succeeds(evidence);
  const { SECRET: secret, ENCRYPTION_KEY: key } = stage.values;
  await newEntry(stage, await newUser(stage));
  const delivery = await stage.inbox!.until('a delivery to the address', () => true);
  try {
    open({ rawBody: delivery.raw, headers: delivery.headers, ...agreementWith({ secret, key }) });
  } catch (error) {
    const both = key === undefined ? 'the secret' : 'the secret and the key';
    throw new Failure(`deliveries that ${both} of the caller opens`, String(error));
  }
}

/** The receiver took all, and the journey came to its end as without webhooks. */
async function taken(evidence: Evidence): Promise<void> {
  const { receiver } = evidence.stage;
  expectEnded(evidence);
  await receiver?.delivered;
  // A journey that listens itself hears nothing any more once it has ended.
  for (const reply of receiver?.replies ?? [])
    if (!isTaken(reply) && !(receiver?.listensItself && 'silence' in reply && reply.silence !== 'timeout'))
      throw new DeliveryFailure('the receiver to take the delivery (2xx)', reply);
  await succeeds(evidence);
}

/** The user's newer event, which something else caused. */
async function newer(stage: Stage): Promise<Event> {
  if (stage.journey === 'upload-statement')
    await stage.sandbox.arrange('createBankStatement', { path: stage.path, body: {} });
  else await newEntry(stage, stage.values);
  const deliveries = await stage.inbox!.untilCount(2, 'a second event', () => true);
  return JSON.parse(deliveries[1]!.raw.toString());
}

const eventful = Object.keys(causes).filter(isJourney);

/** This course of events after the journey's call, and before its answer: a client may listen no longer than its call takes. */
const withEvents = (clause: ClientClauseId, name: string, course: Course): ExamCase[] => [
  ...casesOf(name, eventful, { judges: { [clause]: taken }, events: { when: 'after', courses: [course] } }),
  ...casesOf(`${name}, before the answer`, eventful, {
    judges: { [clause]: taken },
    events: { when: 'before', courses: [course] },
    unless: 'webhooks.before-answer',
  }),
];
const unknownKinds = ['user-pension-submitted', 'user-payroll-withdrawn', 'ping'];

const secret = 'exam-secret-"ü"-0042';
const key = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 251) % 256)).toString('base64');

export const webhookCases: readonly ExamCase[] = [
  ...[undefined, key].flatMap((ENCRYPTION_KEY) =>
    casesOf(`a signing secret${ENCRYPTION_KEY ? ' and an encryption key' : ''}`, ['subscribe'], {
      judges: { 'webhooks.sealed-as-asked': sealedAsAsked },
      values: { SECRET: secret, ENCRYPTION_KEY },
    }),
  ),
  ...casesOf('its event before the answer', eventful, {
    judges: { 'webhooks.before-answer': taken },
    events: { when: 'before', courses: [] },
  }),
  // Joined, the newer event comes before all others: a client must not take one of them for its own.
  ...withEvents('webhooks.twice', 'its event twice at once', (turns) =>
    turns.map((turn) => [...turn, ...turn]),
  ),
  ...withEvents('webhooks.unknown-kind', 'an event of a kind that does not exist yet', (turns) => [
    unknownKinds.map((event) => ({ ...turns.at(-1)?.[0], event, payload: { pensions: [] } })),
    ...turns,
  ]),
  ...withEvents('webhooks.out-of-order', 'a newer event before its own', async (turns, stage) => [
    [await newer(stage)],
    ...turns,
  ]),
  ...withEvents('webhooks.days-late', 'its event with a time five days ago', (turns) => {
    const timestamp = new Date(Date.now() - 5 * 86_400_000).toISOString();
    return [...turns.slice(0, -1), turns.at(-1)!.map((event) => ({ ...event, timestamp }))];
  }),
];
