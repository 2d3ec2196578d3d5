import type { WebhookEvent } from '../../../spec/webhooks/index.ts';
import type { RunEnvironment } from '../../deployment/run-environment.ts';
import type { ClientUnderTest } from '../../judgement/check.ts';
import type { Received } from '../../judgement/receiver.ts';
import type { StateValue } from '../../specimens/examples.ts';

/** A delivery that a state caused, with its signature verified over the raw bytes. */
export type Delivered = { readonly received: Received; readonly event: WebhookEvent };

/** What arranging a state may use. Whatever it makes through `side` is removed when the interaction is over. */
export type StateContext = {
  readonly side: ClientUnderTest;
  readonly world: RunEnvironment;
  /** Done when the interaction is over, last first. */
  undo(act: () => Promise<void>): void;
  /** Sets how the delivery that the state causes is waited for; it becomes the message of the interaction. */
  delivers(wait: () => Promise<Delivered>): void;
};

type StateValues<Gives extends StateValue> = { readonly [Value in Gives]: string };

type Takes = Readonly<Record<string, string>>;

export type State<Params = never, Gives extends StateValue = StateValue> = {
  readonly takes: Takes;
  readonly gives: readonly Gives[];
  arrange(ctx: StateContext, params: Params): Promise<StateValues<Gives>>;
};

/** Declares a state; what it gives is checked against what it says it gives. */
export const state = <Params, Gives extends StateValue = never>(
  gives: readonly Gives[],
  takes: Takes,
  arrange: (ctx: StateContext, params: Params) => Promise<StateValues<Gives>>,
): State<Params, Gives> => ({ takes, gives, arrange });
