import { type UserRecord, without } from '../domain/user-record.ts';
import type { Delivery } from '../webhooks/delivery.ts';
import type {
  DeliveryChange,
  DeliveryLedger,
  Lane,
  Taken,
  TakeRequest,
} from '../webhooks/delivery-ledger.ts';
import { PendingIndex } from '../webhooks/pending-index.ts';
import type { Subscription } from '../webhooks/subscription.ts';
import type { ClientState } from './client-state.ts';
import type { Users } from './users.ts';

/** The outbox of one client: deliveries live in the records of the users who caused them; this finds those that are due. */
export class ClientLedger implements DeliveryLedger {
  readonly #users: Users;
  readonly #state: ClientState;
  #index = new PendingIndex();

  constructor(users: Users, state: ClientState) {
    this.#users = users;
    this.#state = state;
    users.watch((before, after) => this.#follow(before, after));
  }

  /** Takes up what was pending when the sandbox last stopped. */
  async open(): Promise<void> {
    for (const record of await this.#users.withWork()) this.#follow(undefined, record);
  }

  /** Forgets everything, as a reset does. */
  clear(): void {
    this.#index = new PendingIndex();
  }

  async take(request: TakeRequest): Promise<Taken> {
    const { lanes, next } = this.#index.take(request);
    try {
      const taken = await Promise.all(
        lanes.map(async ({ webhook_id, user_id, delivery_ids }) => {
          const record = await this.#users.read(user_id);
          const deliveries = delivery_ids
            .map((id) => record?.deliveries[id])
            .filter((one) => one !== undefined);
          return { webhook_id, user_id, deliveries };
        }),
      );
      return { lanes: taken, next };
    } catch (error) {
      for (const lane of lanes) this.#index.giveBack(lane);
      throw error;
    }
  }

  mark(): number {
    return this.#index.mark();
  }

  giveBack(lane: Lane): void {
    this.#index.giveBack(lane);
  }

  async subscription(webhookId: string): Promise<Subscription | undefined> {
    const found = (await this.#state.read()).webhooks[webhookId];
    return found && !found.disabled ? found : undefined;
  }

  async pendingOf(webhookId: string): Promise<Delivery[]> {
    const lanes = this.#index.pendingOf(webhookId);
    const found = await Promise.all(
      lanes.map(async ({ user_id, delivery_ids }) => {
        const record = await this.#users.read(user_id);
        return delivery_ids.map((id) => record?.deliveries[id]);
      }),
    );
    return found.flat().filter((one) => one !== undefined);
  }

  async record(userId: string, changes: readonly DeliveryChange[]): Promise<void> {
    await this.#users.change(userId, (record) => {
      const deliveries = { ...record.deliveries };
      for (const { delivery_id, change } of changes) {
        const delivery = deliveries[delivery_id];
        if (delivery) deliveries[delivery_id] = change(delivery);
      }
      return { record: { ...record, deliveries }, result: undefined };
    });
  }

  async endSubscription(webhookId: string, why: 'gone' | 'exhausted'): Promise<void> {
    await this.#state.change((record) => {
      const found = record.webhooks[webhookId];
      if (!found) return { record, result: undefined };
      const webhooks =
        why === 'gone'
          ? without(record.webhooks, webhookId)
          : { ...record.webhooks, [webhookId]: { ...found, disabled: true } };
      return { record: { ...record, webhooks }, result: undefined };
    });
  }

  #follow(before: UserRecord | undefined, after: UserRecord | undefined): void {
    if (before?.deliveries === after?.deliveries) return;
    const [old, now] = [before?.deliveries ?? {}, after?.deliveries ?? {}];
    for (const id in old) if (!now[id]) this.#index.drop(old[id] as Delivery);
    for (const id in now) if (now[id] !== old[id]) this.#index.put(now[id] as Delivery);
  }
}
