import { areaOf, itemsOf } from '../../predicates/pages.ts';
import { configurationFields, settingsOf } from '../../predicates/settings.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { Bounded } from './bounded.ts';
import type { Seen } from './passed.ts';
import type { Writes } from './writes.ts';

/** A logo may be an address that is drawn anew for each answer. */
const compared = configurationFields.filter((name) => name !== 'client_logo');

/** The users, accounts and terms that a success shows to be the caller's. */
export function shownIn(seen: Seen): readonly string[] {
  const { operation, path, sent, body } = seen;
  if (!isSuccess(seen)) return [];
  if (operation === 'listUsers') return itemsOf('users', seen).map(({ user_id }) => `${user_id}`);
  // Some lists answer for every id, and the service's own terms are for all.
  const area = areaOf(operation);
  if (area !== undefined && itemsOf(area, seen).length === 0) return [];
  if (operation === 'getAuthorisationTerm' && fieldsOf(body)['is_system_term'] !== false) return [];
  const id = operation === 'createDirectConnection' ? fieldsOf(sent)['user_id'] : Object.values(path)[0];
  return typeof id === 'string' && operation !== 'deleteWebhook' ? [id] : [];
}

/** The API keys of different clients, and by which key a user, an account or a term was shown first. */
export class Clients {
  readonly #writes: Writes;
  readonly #homes = new Bounded<string, string>(50_000);
  readonly #settings = new Bounded<string, { readonly text: string; readonly begun: number }>(50);
  readonly #apart = new Set<string>();

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** Whether a key of another client was shown this first: of keys that showed the same settings nothing is known. */
  isOthers(id: string, { apiKey }: Seen): boolean {
    return this.#apart.has(`${this.#homes.get(id)} ${apiKey}`);
  }

  note(seen: Seen): void {
    const { apiKey, operation, begun } = seen;
    if (apiKey === undefined || !isSuccess(seen)) return;
    for (const id of shownIn(seen)) if (!this.#homes.has(id)) this.#homes.set(id, apiKey);
    if (operation !== 'getConfiguration') return;
    const text = JSON.stringify(settingsOf(fieldsOf(seen.body), compared));
    // Two keys that show other settings, while nothing changed any, are of two clients.
    for (const [key, other] of this.#settings)
      if (other.text !== text && this.#writes.isQuiet('configuration', seen, other.begun))
        for (const pair of [`${key} ${apiKey}`, `${apiKey} ${key}`]) this.#apart.add(pair);
    this.#settings.set(apiKey, { text, begun });
  }

  forget(): void {
    this.#homes.clear();
    this.#settings.clear();
  }
}
