import { randomBytes } from 'node:crypto';
import { type Forgery, forgeries, type Sealing } from '../../../spec/forgeries.ts';
import type { ReceiverClauseId } from '../../../spec/receiver-clauses.ts';
import { seal, sign } from '../../../spec/webhooks/index.ts';
import { CannotArrange } from '../../judgement/failure.ts';
import type { Inputs, Judging } from '../../judgement/judge-check.ts';
import { DeliveryFailure, isTaken, type Reply, type Sender, type Sent } from '../../receiver/sender.ts';
import { RunStopped } from '../../target/call-errors.ts';
import { secretFinder } from '../../values/holds-secret.ts';
import type { EventWish, ExamEvent } from './events.ts';
import type { FailOnce, Handled } from './handled.ts';

export type ExamContextParts = {
  readonly sender: Sender;
  readonly sealing: Sealing;
  readonly makeEvent: (wish?: EventWish) => ExamEvent;
  readonly ivBytes: number;
  readonly handled: Handled | undefined;
  readonly failing: FailOnce | undefined;
  readonly leaks: ReturnType<typeof leaksOf>;
  readonly promptMs: number;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** The command that sees the failure of a token again. */
  readonly again: (token: string) => string;
};

/** Sends deliveries for one check, remembers them, and judges what comes back. */
export class ExamContext {
  readonly parts: ExamContextParts;
  readonly replies: Reply[] = [];
  #warm = false;

  constructor(parts: ExamContextParts) {
    this.parts = parts;
  }

  /** A new run of a property, whose history is its own. */
  begin(): void {
    this.replies.length = 0;
  }

  event(wish?: EventWish): ExamEvent {
    return this.parts.makeEvent(wish);
  }

  seal(plain: string): Sent {
    const { sealing, ivBytes } = this.parts;
    return { ...seal({ ...sealing, body: plain, iv: randomBytes(ivBytes) }), plain };
  }

  async send(sent: Sent): Promise<Reply> {
    if (this.parts.signal.aborted) throw new RunStopped('the run was over');
    const reply = await this.parts.sender.send(sent);
    this.replies.push(reply);
    this.parts.leaks.look(reply);
    return reply;
  }

  /** A genuine delivery of an event, as it is sent, with its user. */
  genuine(wish?: EventWish): Sent & ExamEvent {
    const event = this.event(wish);
    return { ...event, ...this.seal(event.plain), plain: event.plain };
  }

  /** Sends a genuine delivery, which has to be taken. */
  async taken(sent: Sent, what: string): Promise<Reply> {
    return this.expectTaken(await this.send(sent), what);
  }

  /** Sends genuine deliveries of several events at once, all of which have to be taken. */
  async takenAtOnce(wishes: readonly EventWish[], what: string) {
    const sent = wishes.map((wish) => this.genuine(wish));
    const replies = await Promise.all(sent.map((one) => this.send(one)));
    return sent.map(({ userId }, at) => ({ userId, reply: this.expectTaken(replies[at]!, what) }));
  }

  expectTaken(reply: Reply, what: string): Reply {
    if (!isTaken(reply)) throw new DeliveryFailure(`${what} to be taken (2xx)`, reply);
    return reply;
  }

  /** A redirection tells the sender to look elsewhere, and is no refusal. `before`: what was processed of the user until then. */
  async expectRefused(reply: Reply, what: string, userId?: string, before = 0): Promise<void> {
    if (isTaken(reply) && (await this.#ignored(userId, before))) return;
    // A receiver that cuts the connection has acknowledged nothing; whether it survives is judged by what follows.
    if ('silence' in reply && reply.silence === 'broken') return;
    if ('silence' in reply) throw new DeliveryFailure(`${what} to be refused with an answer`, reply);
    if (reply.status < 400) throw new DeliveryFailure(`${what} to be refused (4xx)`, reply);
  }

  /** Processed once, and no more by the time that a later delivery is. */
  async processedOnce(userId: string, what: string, answer: string, reply: Reply): Promise<void> {
    await this.settled();
    const count = await this.handled.count(userId);
    const actual = `it was ${count} times, and ${answer} was`;
    if (count !== 1) throw new DeliveryFailure(`${what} to be processed once; ${actual}`, reply);
  }

  /** A forgery can be judged only where its genuine twin is taken. */
  async taking(): Promise<void> {
    if (this.#warm) return;
    const reason = 'the receiver takes no genuine delivery, so that its refusal of a forged one says nothing';
    const see =
      'see why genuine deliveries are refused: are address, secret, key and header names those of the receiver?';
    if (!isTaken(await this.send(this.genuine()))) throw new CannotArrange(reason, [see]);
    this.#warm = true;
  }

  /** Sends what is no genuine delivery: it has to be refused, and a genuine one taken afterwards. */
  async refused(sent: Sent, what: string, userId?: string): Promise<Reply> {
    await this.taking();
    const reply = await this.send(sent);
    await this.expectRefused(reply, what, userId);
    const after = await this.send(this.genuine());
    if (!isTaken(after))
      throw new DeliveryFailure(`a genuine delivery to be taken after ${what}`, after, reply);
    return reply;
  }

  /** Whether the probe says that what was acknowledged was not processed, once something later was. */
  async #ignored(userId: string | undefined, before: number): Promise<boolean> {
    const { handled } = this.parts;
    if (!handled || userId === undefined) return false;
    await this.settled();
    return (await handled.count(userId)) === before;
  }

  /** Sends one more genuine delivery and waits until it is processed: what came before had its time, too. */
  async settled(): Promise<void> {
    const marker = this.genuine();
    await this.taken(marker, 'a genuine delivery');
    if (!(await this.#reaches(marker.userId, 1))) throw this.#tooSlow();
  }

  /** What was acknowledged has to be processed so many times; a receiver that is only slow is not judged. */
  async processed(userId: string, what: string, reply: Reply, wanted = 1): Promise<void> {
    if (await this.#reaches(userId, wanted)) return;
    if (await this.#reaches(userId, wanted)) throw this.#tooSlow();
    throw new DeliveryFailure(`${what} to be processed; it was not, though the answer was`, reply);
  }

  /** A probe often runs in the receiver's own process: where it is silent, the receiver may have ended. */
  async #reaches(userId: string, wanted: number): Promise<boolean> {
    try {
      return await this.handled.reaches(userId, wanted);
    } catch (error) {
      const reply = await this.send(this.genuine());
      if ('silence' in reply && reply.silence === 'refused')
        throw new DeliveryFailure('the receiver to go on', reply);
      throw error;
    }
  }

  #tooSlow = (): CannotArrange =>
    new CannotArrange('your code had not processed a genuine delivery in time, by your probe', [
      'give it more time with --patience, such as --patience 30s',
    ]);

  forged(forgery: Forgery, wish: EventWish = {}): Sent & ExamEvent {
    const { sealing, ivBytes } = this.parts;
    const event = this.event(wish);
    const ivs = [randomBytes(ivBytes), randomBytes(ivBytes)] as const;
    const given = { sealing, plain: event.plain, other: this.event().plain, ivs, stranger: randomBytes(32) };
    return { ...forgery.make(given), ...event };
  }

  get forgeries(): readonly Forgery[] {
    const { sealing } = this.parts;
    return forgeries.filter(({ needs }) => needs.every((need) => sealing[need] !== undefined));
  }

  get handled(): Handled {
    if (!this.parts.handled) throw new Error('The check uses the probe without naming it under needs.');
    return this.parts.handled;
  }
}

/** One rule that is tried on a receiver. */
export type ExamCheck = { readonly clause: ReceiverClauseId } & Judging<ExamContext>;

/** Declares a check in the form of those of the suite: its clause, its inputs, and by what it judges. */
export const examCheck = <T = undefined>(clause: ReceiverClauseId, inputs?: Inputs<ExamContext, T>) => ({
  by: (run: (ctx: ExamContext, input: T) => Promise<void>): ExamCheck =>
    ({ clause, ...inputs, run }) as ExamCheck,
});

/** So much of a text in a row is no accident; an acknowledgement may name the user. */
const longRun = { refused: 30, taken: 80 };

/** Looks into every answer of an exam for what it must not hold, and keeps the first that does. */
export function leaksOf({ secret, key }: Sealing) {
  // To look for the pieces anew in every answer took a sixth of an exam's processor time.
  const finders = [secret, key, key && Buffer.from(key, 'base64').toString('hex')].map(secretFinder);
  const found: { signature?: Reply; secrets?: Reply } = {};
  const look = (reply: Reply): void => {
    if ('silence' in reply) return;
    const text = unescaped(`${JSON.stringify(reply.headers)} ${reply.text}`);
    const lower = text.toLowerCase();
    const { body, headers, plain = '' } = reply.sent;
    const given = Object.values(headers).join(' ').toLowerCase();
    const right = secret === undefined ? '' : sign(body, secret);
    const forms = [right, Buffer.from(right, 'hex').toString('base64')].flatMap(piecesOf);
    const isToldOf = (piece: string): boolean =>
      (text.includes(piece) || lower.includes(piece)) && !given.includes(piece.toLowerCase());
    if (!given.includes(right) && forms.some(isToldOf)) found.signature ??= reply;
    const isTold = key !== undefined && !body.toString().includes(plain.slice(0, longRun.refused));
    const run = longRun[isTaken(reply) ? 'taken' : 'refused'];
    if (finders.some((holds) => holds(text)) || (isTold && hasRunOf(text, plain, run)))
      found.secrets ??= reply;
  };
  return { found, look };
}

/** Of a signature, sixteen characters in a row tell too much. */
const piecesOf = (form: string): string[] =>
  Array.from({ length: Math.max(0, form.length - 15) }, (_, at) => form.slice(at, at + 16));

/** A text with what it would say without quotation: `\"` and the escapes of URLs. */
const unescaped = (text: string): string =>
  text
    .replaceAll('\\"', '"')
    .replace(/(%[0-9a-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString());

function hasRunOf(text: string, plain: string, length: number): boolean {
  for (let at = 0; at + length <= Math.min(plain.length, 2000); at++)
    if (text.includes(plain.slice(at, at + length))) return true;
  return false;
}
