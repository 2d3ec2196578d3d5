import { Failure } from '../../judgement/failure.ts';
import type { Received } from '../../judgement/receiver.ts';
import { UnreadableAnswer } from '../../target/call-errors.ts';
import type { Exchange, ServiceResponse } from '../../target/exchange.ts';
import { fieldsOf, readJson } from '../../target/read-json.ts';

export type TraceStep =
  | { readonly kind: 'request'; readonly exchange: Exchange }
  | { readonly kind: 'delivery'; readonly inbox: string; readonly delivery: Received }
  | { readonly kind: 'arranged'; readonly call: string; readonly given: readonly unknown[]; made?: unknown };

/** What a subscription of the check agreed on, by the address of its inbox. */
export type Agreed = {
  signing_secret?: string;
  encryption_key?: string;
  config?: { include_payload?: boolean };
};

/** All that a check did and saw, bounded: where there is too much, the middle is left out. */
export type Story = Trace['story'];

const firstKept = 12;
const lastKept = 60;
const answersKept = 20;
const longestText = 100_000;

/** What one check arranges, sends and gets: all of it counted, the first and the latest of it kept. */
export class Trace {
  requests = 0;
  /** Users and webhooks that have to be removed when the check is over. */
  readonly made: string[] = [];
  /** Every function of an arrangement that was called, in any run of a property. */
  readonly arrangedBy = new Set<string>();
  /** The latest answers of the run of a property, the newest first. */
  #answers: readonly ServiceResponse[] = [];
  readonly #agreed = new Map<string, Agreed>();
  readonly webhooks = new Map<string, string[]>();
  /** Inboxes that were subscribed before the first run of a property, and in this one. */
  readonly #lasting = new Set<string>();
  #own = new Set<string>();
  /** Before the first run of a property: it belongs to the story of every run. */
  #before: TraceStep[] = [];
  #steps: TraceStep[] = [];
  #leftOut = 0;
  #begun = false;

  readonly record = (exchange: Exchange): void => {
    this.requests++;
    if (exchange.operation === 'createWebhook') this.#agree(exchange);
    const { text } = exchange;
    this.#add({
      kind: 'request',
      exchange: text.length > longestText ? { ...exchange, text: text.slice(0, longestText) } : exchange,
    });
  };

  readonly answered = (answer: ServiceResponse): void => {
    this.#answers = [answer, ...this.#answers].slice(0, answersKept);
  };

  readonly delivered = (inbox: string, delivery: Received): void => {
    // Once a run has subscribed, what still comes to the inboxes of earlier runs is no part of its story.
    const isEarlier = this.#own.size > 0 && this.#agreed.has(inbox) && !this.#own.has(inbox);
    if (!isEarlier || this.#lasting.has(inbox)) this.#add({ kind: 'delivery', inbox, delivery });
  };

  /** Something is being arranged; the caller adds to the step what came of it. */
  arranging(call: string, given: readonly unknown[]): { made?: unknown } {
    const step: TraceStep = { kind: 'arranged', call, given };
    this.#add(step);
    return step;
  }

  /** A new run of a property begins, whose story is its own. */
  begin(): void {
    if (!this.#begun) {
      this.#before = this.#steps;
      for (const inbox of this.#agreed.keys()) this.#lasting.add(inbox);
    }
    this.#begun = true;
    this.#own = new Set();
    this.#steps = [];
    this.#leftOut = 0;
    this.#answers = [];
  }

  get misshapen(): ServiceResponse | undefined {
    return this.#answers.find((answer) => answer.faults().length > 0);
  }

  get story() {
    const steps: readonly TraceStep[] = [...this.#before, ...this.#steps];
    return { steps, leftOut: this.#leftOut, agreed: new Map(this.#agreed) };
  }

  agreedAt(inbox: string): Agreed {
    return this.#agreed.get(inbox) ?? {};
  }

  #add(step: TraceStep): void {
    this.#steps.push(step);
    if (this.#steps.length <= firstKept + lastKept) return;
    this.#steps.splice(firstKept, 1);
    this.#leftOut++;
  }

  #agree({ request, text }: Exchange): void {
    try {
      const { url, ...agreed } = JSON.parse(String(request.body)) as Agreed & { url: string };
      const inbox = url.replace(/\?.*/s, '');
      this.#agreed.set(inbox, agreed);
      this.#own.add(inbox);
      const { webhook_id } = fieldsOf(readJson(text));
      if (typeof webhook_id === 'string')
        this.webhooks.set(inbox, [...(this.webhooks.get(inbox) ?? []), webhook_id]);
    } catch {
      // A body that is broken on purpose creates no subscription.
    }
  }
}

const tripped = [TypeError, RangeError, URIError, SyntaxError];

/** A check that throws because an answer is unreadable or has the wrong shape has found the deployment's fault. */
export function faultOf(error: unknown, trace: Trace): unknown {
  if (error instanceof UnreadableAnswer) return new Failure('an answer that can be read', error.message);
  if (!tripped.some((kind) => error instanceof kind)) return error;
  // The bad value may have come with an earlier answer than the last.
  const answer = trace.misshapen;
  const [fault] = answer?.faults() ?? [];
  return fault ? new Failure('a body of the stated shape', fault.text, answer) : error;
}
