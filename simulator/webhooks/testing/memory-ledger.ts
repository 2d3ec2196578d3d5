import type { Delivery } from '../delivery.ts';
import type { DeliveryChange, DeliveryLedger, TakenLane } from '../delivery-ledger.ts';
import { PendingIndex } from '../pending-index.ts';
import type { Subscription } from '../subscription.ts';

/** A ledger in memory, for tests and benchmarks; what it holds can be handed to another, as a disk outlives a process. */
export class MemoryLedger implements DeliveryLedger {
  readonly deliveries: Map<string, Delivery>;
  readonly subscriptions: Map<string, Subscription>;
  readonly ended: { webhook_id: string; why: string }[] = [];
  writes = 0;
  readonly #index = new PendingIndex();

  constructor(before?: Pick<MemoryLedger, 'deliveries' | 'subscriptions'>) {
    this.deliveries = new Map(before?.deliveries);
    this.subscriptions = new Map(before?.subscriptions);
    for (const delivery of this.deliveries.values()) this.#index.put(delivery);
  }

  put(...deliveries: Delivery[]): void {
    for (const delivery of deliveries) {
      this.deliveries.set(delivery.delivery_id, delivery);
      this.#index.put(delivery);
    }
  }

  async take(request: Parameters<DeliveryLedger['take']>[0]) {
    const { lanes, next } = this.#index.take(request);
    const loaded: TakenLane[] = lanes.map(({ delivery_ids, ...lane }) => ({
      ...lane,
      deliveries: delivery_ids.map((id) => this.deliveries.get(id)!),
    }));
    return { lanes: loaded, next };
  }

  mark(): number {
    return this.#index.mark();
  }

  giveBack(lane: { webhook_id: string; user_id: string }): void {
    this.#index.giveBack(lane);
  }

  async subscription(webhook_id: string): Promise<Subscription | undefined> {
    return this.subscriptions.get(webhook_id);
  }

  async pendingOf(webhook_id: string): Promise<Delivery[]> {
    const lanes = this.#index.pendingOf(webhook_id);
    return lanes.flatMap(({ delivery_ids }) => delivery_ids.map((id) => this.deliveries.get(id)!));
  }

  async record(_user_id: string, changes: readonly DeliveryChange[]): Promise<void> {
    this.writes += 1;
    for (const { delivery_id, change } of changes) {
      const stored = this.deliveries.get(delivery_id);
      if (stored !== undefined) this.put(change(stored));
    }
  }

  async endSubscription(webhook_id: string, why: 'gone' | 'exhausted'): Promise<void> {
    this.ended.push({ webhook_id, why });
    this.subscriptions.delete(webhook_id);
  }
}
