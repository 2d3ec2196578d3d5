import { shortened } from '../../spec/bounds.ts';
import { errorText } from '../target/call-errors.ts';
import type { Caller } from '../target/caller.ts';
import { isSuccess, type ServiceResponse } from '../target/exchange.ts';
import { fieldsOf } from '../target/read-json.ts';

/** What every user and webhook of every run begins with, in its external id or its name. */
export const runMark = 'payrig-check-';

type Made = { kind: 'user' | 'webhook' | 'term'; id: string; remove: () => Promise<void> };

/** Remembers what a run makes, so that it can be taken away again, and what it must not touch. */
export class CleanupList {
  readonly #made = new Map<string, Made>();
  readonly #foreign = new Set<string>();
  readonly #leftovers: string[] = [];
  /** How far the client's clock was ahead of this machine's before the run moved it, and is since, in milliseconds. */
  clockAhead: { before: number; since: number } | undefined;
  /** Users that were there before were deleted, and stay so unless the client is reset. */
  othersDeleted = false;

  add(made: Made): void {
    this.#made.set(made.id, made);
  }

  /** Something that was there before; it is deleted only with leave. */
  markForeign(id: string): void {
    this.#foreign.add(id);
  }

  isForeign(id: string): boolean {
    return this.#foreign.has(id);
  }

  leave(text: string): void {
    this.#leftovers.push(text);
  }

  /** What could not be removed is gone all the same. */
  forgetLeftovers(): void {
    this.#leftovers.length = 0;
  }

  /** What stays, in words; the same thing many times over is one line with its count. */
  get leftovers(): readonly string[] {
    const counts = new Map<string, number>();
    for (const text of this.#leftovers) counts.set(text, (counts.get(text) ?? 0) + 1);
    return [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
  }

  get standing(): readonly string[] {
    return [...this.#made.keys()];
  }

  /** Removes these, or all; what resists is a leftover. */
  async remove(ids: readonly string[] = this.standing): Promise<void> {
    await Promise.all(
      ids.map(async (id) => {
        const made = this.#made.get(id);
        if (!made) return;
        this.#made.delete(id);
        try {
          await made.remove();
        } catch (error) {
          this.leave(`${made.kind} ${shortened(id)} (${shortened(errorText(error))})`);
        }
      }),
    );
  }

  /** Follows the answers of the service itself: what they made, and what they removed. */
  follow(answer: ServiceResponse, caller: Caller): string | undefined {
    if (!isSuccess(answer)) return undefined;
    const body = fieldsOf(answer.body);
    const { operation, path } = answer;
    const last = Object.values(path).at(-1) ?? '';
    const id = body['webhook_id'];
    if (operation === 'createWebhook' && typeof id === 'string') {
      this.add({ kind: 'webhook', id, remove: () => removeNow(caller, 'deleteWebhook', id) });
      return id;
    }
    const email = shortened(String(body['email']));
    if (operation === 'inviteMember')
      this.leave(`member ${email}, who was invited: the interface has no way to take it back`);
    if (operation === 'deleteUser' && !this.#made.has(last)) this.othersDeleted = true;
    if (operation === 'deleteUser' || operation === 'deleteWebhook') this.#made.delete(last);
    return undefined;
  }
}

/** Deletes through the service itself; gone already is as good. */
export async function removeNow({ call }: Caller, operation: 'deleteWebhook' | 'deleteUser', id: string) {
  const path = operation === 'deleteUser' ? { user_id: id } : { webhook_id: id };
  const { status } = await call(operation, { path: path as never });
  if (status !== 404 && !isSuccess({ status })) throw new Error(`its deletion got ${status}`);
}
