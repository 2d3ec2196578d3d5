import { setTimeout as sleep } from 'node:timers/promises';
import { changeObjects } from '../../../spec/json.ts';
import { type Answer, type Body, type Fate, jsonAnswer, jsonOf, type Reaction, type Seen } from './front.ts';
import { causes, keyOperationOf } from './journeys.ts';
import type { PassedEvents, Reshape, Stage, Turns } from './stage.ts';

type Operation = Seen['operation'];
type Made = (answer: Answer) => Fate;

/** What the call that the journey is about meets, or another one that is named. */
const onCall =
  (react: (seen: Seen, pass: () => Promise<Answer>) => Promise<Fate>, operation?: Operation) =>
  (stage: Stage): Reaction => {
    const struck = operation ?? keyOperationOf(stage.journey);
    return (seen, pass) => (seen.operation === struck ? react(seen, pass) : pass());
  };

/** Requests like these never reach the service. */
export const gets = (isStruck: (seen: Seen) => boolean, fate: () => Fate, operation?: Operation) =>
  onCall(async (seen, pass) => (isStruck(seen) ? fate() : pass()), operation);

/** The service does what the first request asks for, and the answer meets with this. */
export const firstAnswer = (becomes: Made, operation?: Operation) =>
  onCall(async (seen, pass) => {
    const answer = await pass();
    return seen.nth === 0 ? becomes(answer) : answer;
  }, operation);

const left = async (seen: Seen, ms: number): Promise<void> => {
  for (const until = performance.now() + ms; performance.now() < until && !seen.left; ) await sleep(50);
};

/** The first request is held for so long, or until the client leaves. */
export const heldFor = (ms: number, operation?: Operation) =>
  onCall(async (seen, pass) => {
    seen.isHeld = seen.nth === 0;
    if (seen.isHeld) await left(seen, ms);
    return pass();
  }, operation);

/** The first start is ended in the middle of its call, or of what causes its event. */
export const firstStartCutOff = (stage: Stage): Reaction =>
  onCall(async (seen, pass) => {
    if (seen.run > 0) return pass();
    stage.front.cutOff.abort();
    await left(seen, 300);
    return 'reset';
  }, causes[stage.journey] as Operation)(stage);

export const passedOn =
  ({ when, courses }: PassedEvents, stage: Stage): Reaction =>
  async (seen, pass) => {
    const { inbox, receiver } = stage;
    const answer = await pass();
    if (seen.operation !== causes[stage.journey] || seen.nth > 0 || answer.status >= 300) return answer;
    if (!inbox || !receiver) throw new TypeError('The case passes events on to a client that takes none.');
    const deliver = async (): Promise<void> => {
      if (when === 'after') await sleep(50);
      const { raw } = await inbox.until('the event of the call', () => true);
      let turns: Turns = [[JSON.parse(raw.toString())]];
      for (const course of courses) turns = await course(turns, stage);
      for (const turn of turns) await Promise.all(turn.map((event) => receiver.deliver(event)));
    };
    receiver.delivered = deliver();
    // A judge that looks at it is told; until then it must not end the exam.
    receiver.delivered.catch(() => {});
    if (when === 'before') await receiver.delivered;
    return answer;
  };

export const reshaped =
  (reshapes: readonly Reshape[]) =>
  async (seen: Seen, pass: () => Promise<Answer>): Promise<Answer> => {
    const answer = await pass();
    const body = answer.status < 300 && reshapes.length > 0 ? jsonOf(answer) : undefined;
    if (body === undefined) return answer;
    const made = reshapes.reduce<unknown>((earlier, { change }) => change(earlier as Body, seen), body);
    return jsonAnswer(answer.status, made);
  };

export const withKeys =
  (keys: readonly string[], value: (old: unknown, key: string) => unknown) =>
  (body: Body): unknown =>
    changeObjects(body, (object) => {
      const pairs = Object.entries(object);
      return Object.fromEntries(pairs.map(([key, old]) => [key, keys.includes(key) ? value(old, key) : old]));
    });
