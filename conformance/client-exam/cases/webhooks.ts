import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientClauseId } from '../../../spec/client-clauses.ts';
import { agreementWith } from '../../../spec/webhooks/agreement.ts';
import { open } from '../../../spec/webhooks/index.ts';
import { Failure } from '../../failure.ts';
import { DeliveryFailure, isTaken } from '../../receiver/sender.ts';
import { casesOf, type Evidence, type ExamCase, expectEnded, succeeds } from '../exam-case.ts';
import type { Reaction } from '../front.ts';
import { causes, isJourney } from '../journeys.ts';
import type { Stage } from '../stage.ts';

/** The subscription is the one that was asked for. */
async function subscribedAsAsked(evidence: Evidence): Promise<void> {
  await succeeds(evidence);
  const { stage } = evidence;
  const [made] = await stage.subscriptions();
  const wanted = (stage.values['EVENTS'] ?? '').split(',').sort().join();
  const events = [...(made?.events ?? [])].sort().join();
  if (events !== wanted) throw new Failure(`a subscription to ${wanted}`, `one to ${events}`);
}

/** The deliveries of the subscription are sealed as agreed. */
async function sealedAsAsked(evidence: Evidence): Promise<void> {
  const { stage } = evidence;
  await succeeds(evidence);
  const { SECRET: secret, ENCRYPTION_KEY: key } = stage.values;
  await stage.makeUser();
  await stage.makeEntry();
  const delivery = await stage.inbox!.until('a delivery to the address', () => true);
  try {
    open({ rawBody: delivery.raw, headers: delivery.headers, ...agreementWith({ secret, key }) });
  } catch (error) {
    const both = key === undefined ? 'the secret' : 'the secret and the key';
    throw new Failure(`deliveries that ${both} of the caller opens`, String(error));
  }
}

type Event = Readonly<Record<string, unknown>>;

/** What the client's receiver is sent where the journey's call caused an event: one after the other, or some at once. */
type Course = (own: Event, stage: Stage) => readonly Event[][] | Promise<readonly Event[][]>;

/** Passes the event of the journey's call on before its answer, or soon after it. */
const passedOn =
  (when: 'before' | 'after', course: Course) =>
  (stage: Stage): Reaction =>
  async (seen, pass) => {
    const answer = await pass();
    if (seen.operation !== causes[stage.journey] || seen.nth > 0 || answer.status >= 300) return answer;
    const deliver = async (): Promise<void> => {
      if (when === 'after') await sleep(50);
      const { raw } = await stage.inbox!.until('the event of the call', () => true);
      for (const turn of await course(JSON.parse(raw.toString()), stage))
        await Promise.all(turn.map((event) => stage.deliver(event)));
    };
    stage.delivered = deliver();
    // A judge that looks at it is told; until then it must not end the exam.
    stage.delivered.catch(() => {});
    if (when === 'before') await stage.delivered;
    return answer;
  };

/** The receiver took all, and the journey came to its end as without webhooks. */
async function taken(evidence: Evidence): Promise<void> {
  const { stage } = evidence;
  expectEnded(evidence);
  await stage.delivered;
  // A journey that listens itself hears nothing any more once it has ended.
  for (const reply of stage.replies)
    if (!isTaken(reply) && !(stage.listensItself && 'silence' in reply && reply.silence !== 'timeout'))
      throw new DeliveryFailure('the receiver to take the delivery (2xx)', reply);
  await succeeds(evidence);
}

/** The user's newer event, which something else caused. */
async function newer(stage: Stage): Promise<Event> {
  if (stage.journey === 'upload-statement')
    await stage.sandbox.arrange('createBankStatement', { path: stage.path, body: {} });
  else await stage.makeEntry();
  const deliveries = await stage.inbox!.untilCount(2, 'a second event', () => true);
  return JSON.parse(deliveries[1]!.raw.toString());
}

const day = 86_400_000;

const eventful = (
  clause: ClientClauseId,
  name: string,
  course: Course,
  when: 'before' | 'after' = 'after',
): ExamCase[] =>
  casesOf(name, Object.keys(causes).filter(isJourney), {
    judges: { [clause]: taken },
    isEventful: true,
    react: passedOn(when, course),
  });

const secret = 'exam-secret-"ü"-0042';
const key = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 251) % 256)).toString('base64');
const allEvents = 'user-payroll-submitted,user-bank-statement-submitted,user-taxauth-data-submitted';

export const webhookCases: readonly ExamCase[] = [
  ...[allEvents, 'user-bank-statement-submitted'].flatMap((EVENTS) =>
    casesOf(`a subscription to ${EVENTS}`, ['subscribe'], {
      judges: { 'webhooks.subscribed-as-asked': subscribedAsAsked },
      values: { EVENTS },
    }),
  ),
  ...[undefined, key].flatMap((ENCRYPTION_KEY) =>
    casesOf(`a signing secret${ENCRYPTION_KEY ? ' and an encryption key' : ''}`, ['subscribe'], {
      judges: { 'webhooks.sealed-as-asked': sealedAsAsked },
      values: { SECRET: secret, ENCRYPTION_KEY },
    }),
  ),
  ...eventful('webhooks.before-answer', 'its event before the answer', (own) => [[own]], 'before'),
  ...eventful('webhooks.twice', 'its event twice at once', (own) => [[own, own]]),
  ...eventful('webhooks.out-of-order', 'a newer event before its own', async (own, stage) => [
    ...[[await newer(stage)], [own]],
  ]),
  ...eventful('webhooks.unknown-kind', 'an event of a kind that does not exist yet', (own) => [
    ...[[{ ...own, event: 'user-pension-submitted', payload: { pensions: [] } }], [own]],
  ]),
  ...eventful('webhooks.days-late', 'its event with a time five days ago', (own) => [
    [{ ...own, timestamp: new Date(Date.now() - 5 * day).toISOString() }],
  ]),
];
