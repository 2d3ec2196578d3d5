import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { Bounded } from './bounded.ts';
import type { Seen, SeenDelivery } from './passed.ts';

type Subscription = {
  readonly webhookId: string;
  readonly url: string;
  readonly name: unknown;
  readonly events: readonly unknown[];
  readonly includesPayload: boolean;
  readonly apiKey: string | undefined;
  readonly at: number;
};

/** The webhook subscriptions, and what their deliveries were protected with. */
export class Subscriptions {
  readonly #byId = new Bounded<string, Subscription>(2000);
  readonly #secrets = new Bounded<string, 'signing_secret' | 'encryption_key'>(200);
  /** When the latest of each name was deleted. */
  readonly #deleted = new Bounded<string, number>(2000);
  /** The addresses of deleted ones: deliveries of those may still come, and no other at the address can be told from them. */
  readonly #left = new Bounded<string, true>(2000);
  /** The vectors of encrypted deliveries, and a hash of the body that each came with. */
  readonly vectors = new Bounded<string, string>(20_000);

  /** The subscription at the address of a delivery; undefined where there are several, which cannot be told apart by what arrives. */
  at({ url, begun }: Pick<SeenDelivery, 'url' | 'begun'>): Subscription | undefined {
    const found = [...this.#byId.values()].filter((one) => one.url === url);
    return found.length === 1 && found[0]!.at <= begun && !this.#left.has(url) ? found[0] : undefined;
  }

  /** The subscriptions that this client had before the request. */
  of({ begun, apiKey }: Seen): Subscription[] {
    return [...this.#byId.values()].filter((one) => one.at <= begun && one.apiKey === apiKey);
  }

  /** Those of this client that came to be while the request was under way. */
  meanwhile({ begun, apiKey }: Seen): Subscription[] {
    return [...this.#byId.values()].filter((one) => one.at > begun && one.apiKey === apiKey);
  }

  /** Whether the only subscription of this name was deleted before the request. */
  isFreed(name: unknown, { begun, apiKey }: Seen): boolean {
    const gone = this.#deleted.get(`${apiKey} ${name}`);
    return gone !== undefined && gone <= begun && [...this.#byId.values()].every((one) => one.name !== name);
  }

  isOwn(webhookId: unknown, { apiKey }: Seen): boolean {
    return this.#byId.get(`${webhookId}`)?.apiKey === apiKey;
  }

  /** The secrets, or the keys, that subscriptions were given. */
  secrets(kind: 'signing_secret' | 'encryption_key'): string[] {
    return [...this.#secrets].filter(([, one]) => one === kind).map(([secret]) => secret);
  }

  note(seen: Seen): void {
    const { operation, path, apiKey, ended: at } = seen;
    if (!isSuccess(seen)) return;
    // Some answer with success to the deletion of another client's webhook, and delete nothing.
    const id = path['webhook_id'];
    const deleted = this.#byId.get(`${id}`);
    if (operation === 'deleteWebhook' && deleted && (apiKey === undefined || this.isOwn(id, seen))) {
      this.#byId.delete(`${id}`);
      this.#deleted.set(`${deleted.apiKey} ${deleted.name}`, at);
      this.#left.set(deleted.url, true);
    }
    if (operation !== 'createWebhook') return;
    const { name, url, events, config, ...rest } = fieldsOf(seen.sent);
    for (const kind of ['signing_secret', 'encryption_key'] as const) {
      const secret = rest[kind];
      if (typeof secret === 'string' && secret.length >= 8) this.#secrets.set(secret, kind);
    }
    if (typeof url !== 'string' || !URL.canParse(url) || !Array.isArray(events)) return;
    const { pathname, search } = new URL(url);
    const includesPayload = fieldsOf(config)['include_payload'] === true;
    const webhookId = `${fieldsOf(seen.body)['webhook_id']}`;
    this.#byId.set(webhookId, {
      webhookId,
      url: pathname + search,
      name,
      events,
      includesPayload,
      apiKey,
      at,
    });
  }

  noteDelivery({ seal, url, status }: SeenDelivery): void {
    // Some remove a subscription whose receiver says that it is gone.
    if (status === 410)
      for (const one of this.#byId.values()) if (one.url === url) this.#byId.delete(one.webhookId);
    if (seal.vector !== undefined) this.vectors.set(seal.vector, seal.bytes);
  }

  forget(): void {
    this.#byId.clear();
    this.#deleted.clear();
  }
}
