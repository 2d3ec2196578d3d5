import { configurationFields } from '../predicates/settings.ts';
import { NoAnswer, UnreadableAnswer } from '../target/call-errors.ts';
import { isSuccess } from '../target/exchange.ts';
import { fieldsOf } from '../target/read-json.ts';
import type { RunClient } from './run-client.ts';

/** Remembers a client's configuration and puts it back after a check has changed it. */
export class ConfigurationKeeper {
  readonly #client: RunClient;
  #before: Record<string, unknown> | undefined;
  #touched = false;

  constructor(client: RunClient) {
    this.#client = client;
    client.target.watch(({ operation, status }) => {
      if (operation === 'updateConfiguration' && isSuccess({ status })) this.#touched = true;
    });
  }

  async remember(): Promise<void> {
    const { status, body } = await this.#client.caller.call('getConfiguration').catch(unread);
    if (status === 200 && body !== null && typeof body === 'object') this.#before = { ...body };
  }

  async restore(): Promise<void> {
    if (!this.#touched) return;
    this.#touched = false;
    await this.#putBack().catch((error: Error) =>
      this.#client.cleanup.leave(`the client configuration could not be put back: ${error.message}`),
    );
  }

  async #putBack(): Promise<void> {
    const before = this.#before;
    if (!before)
      return this.#client.cleanup.leave('the client configuration, which could not be read beforehand');
    const { caller } = this.#client;
    const now = fieldsOf((await caller.call('getConfiguration')).body);
    const changed = configurationFields.filter((name) => (now[name] ?? null) !== (before[name] ?? null));
    if (changed.length === 0) return;
    const restored = Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
    if ((await caller.call('updateConfiguration', { json: restored })).status === 200) return;
    // One by one, since one that cannot be put back (null may be refused) must not keep the others from it.
    const left: string[] = [];
    for (const name of changed) {
      const { status } = await caller.call('updateConfiguration', { json: { [name]: restored[name] } });
      if (status !== 200) left.push(name);
    }
    if (left.length > 0)
      this.#client.cleanup.leave(`the client configuration could not be put back wholly: ${left.join(', ')}`);
  }
}

/** An answer that cannot be read is judged elsewhere. */
function unread(error: unknown): { status: number; body: unknown } {
  if (error instanceof UnreadableAnswer || error instanceof NoAnswer) return { status: 0, body: undefined };
  throw error;
}
