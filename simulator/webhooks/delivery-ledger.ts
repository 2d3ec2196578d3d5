import type { Delivery } from './delivery.ts';
import type { Subscription } from './subscription.ts';

/** All deliveries of one user to one subscription: they are sent in order, one at a time. */
export type Lane = { webhook_id: string; user_id: string };

/** A lane in hand, with the deliveries at its head that are due, in order. */
export type TakenLane = Lane & { deliveries: Delivery[] };

/** A change of one delivery, told as a function so that it meets whatever has happened in between. */
export type DeliveryChange = { delivery_id: string; change: (delivery: Delivery) => Delivery };

/** What is asked for: lanes whose head is due at `now`, as long as `claim` says that there is room. */
export type TakeRequest = {
  now: number;
  claim: (webhook_id: string) => boolean;
  /** A mark: what was stored after it was made is left out. */
  upTo?: number;
};

/** The lanes handed over, and the earliest instant after `now` at which another falls due. */
export type Taken = { lanes: TakenLane[]; next: number | null };

/**
 * Where the dispatcher finds deliveries and writes down what came of them; a store stands behind it.
 *
 * A lane that was taken is handed to nobody else until it is given back. A ledger shared by several processes makes
 * that a lease which runs out, so that the lanes of a process that died are taken up again.
 */
export type DeliveryLedger = {
  take(request: TakeRequest): Promise<Taken>;
  giveBack(lane: Lane): void;
  /** Stands for all that is stored by now. */
  mark(): number;
  /** The subscription as it is now, or undefined when it has been deleted or disabled. */
  subscription(webhook_id: string): Promise<Subscription | undefined>;
  /** All that is pending for a subscription, due or not. */
  pendingOf(webhook_id: string): Promise<Delivery[]>;
  /** Applies changes to the deliveries of one user, together and durably; a delivery that is gone is passed over. */
  record(user_id: string, changes: readonly DeliveryChange[]): Promise<void>;
  /** Deletes or disables a subscription whose receiver said that it is gone, or that failed without end. */
  endSubscription(webhook_id: string, why: 'gone' | 'exhausted'): Promise<void>;
};
