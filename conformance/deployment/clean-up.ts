import { removeNow, runMark } from '../arrange/cleanup-list.ts';
import { itemsOf, paginationOf } from '../predicates/pages.ts';
import { webhooksIn } from '../predicates/webhooks.ts';
import { errorText } from '../target/call-errors.ts';
import type { Caller } from '../target/caller.ts';
import { fieldsOf } from '../target/read-json.ts';
import type { RunOptions, TargetDescription } from './options.ts';
import { plainTarget } from './redacted-config.ts';
import type { RunClient } from './run-client.ts';
import { openEnvironment } from './run-environment.ts';

/** Removes what runs that were killed left at a deployment, for both of its clients, by the mark that all of it bears. */
export async function cleanUp(target: TargetDescription, options: RunOptions = {}): Promise<Removed> {
  const { signal } = new AbortController();
  const environment = await openEnvironment(plainTarget(target), { ...options, arrange: 'none' }, '', signal);
  const removed = { users: 0, webhooks: 0 };
  try {
    for (const { caller } of environment.clients) {
      const gone = await removeMarked(caller);
      removed.users += gone.users;
      removed.webhooks += gone.webhooks;
    }
  } finally {
    await environment.close();
  }
  return removed;
}

type Removed = { readonly users: number; readonly webhooks: number };

const pageSize = 100;
const mostPages = 200;

export async function removeMarked(caller: Caller, mark: string = runMark): Promise<Removed> {
  const marked = (all: ReadonlyMap<string, unknown>): string[] =>
    [...all].filter(([, given]) => String(given ?? '').startsWith(mark)).map(([id]) => id);
  const users = marked(await listedUsers(caller));
  for (const id of users) await removeNow(caller, 'deleteUser', id);
  const webhooks = marked(await listedWebhooks(caller));
  for (const id of webhooks) await removeNow(caller, 'deleteWebhook', id);
  return { users: users.length, webhooks: webhooks.length };
}

/** Every user of the client, with its external id. An offset may count users or pages, so both are walked. */
async function listedUsers({ call }: Caller): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  let pages = 1;
  for (let page = 0; page < Math.min(pages, mostPages); page++)
    for (const offset of new Set([1 + page * pageSize, 1 + page])) {
      const answer = await call('listUsers', { query: { offset, limit: pageSize } });
      for (const { user_id, ext_id } of itemsOf('users', answer))
        if (typeof user_id === 'string') found.set(user_id, ext_id);
      pages = Math.ceil(Number(paginationOf(answer)['total_count'] ?? 0) / pageSize);
    }
  return found;
}

/** Every webhook of the client, with its name. */
async function listedWebhooks({ call }: Caller): Promise<Map<string, unknown>> {
  const all = webhooksIn(await call('listWebhooks'));
  return new Map(all.flatMap(({ webhook_id: id, name }) => (typeof id === 'string' ? [[id, name]] : [])));
}

function spanText({ before, since }: { before: number; since: number }): string {
  const hours = Math.max(1, Math.round((since - before) / 3_600_000));
  return hours < 72 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${Math.round(hours / 24)} days`;
}

export type StateBefore = NonNullable<Awaited<ReturnType<typeof stateBefore>>>;

/** The state to which a run can put a client back; undefined where no snapshot can be taken. */
export async function stateBefore({ arrangement, caller }: RunClient) {
  const { moveClock, now, takeSnapshot, loadSnapshot } = arrangement.functions;
  if (!moveClock || !takeSnapshot || !loadSnapshot) return undefined;
  try {
    const snapshot = await takeSnapshot();
    const ahead = ((await now?.()) ?? Date.now()) - Date.now();
    // How much it held shows whether others used it meanwhile; by `ahead` its clock was ahead of real time, in milliseconds.
    return { snapshot, held: await heldBy(caller), ahead };
  } catch {
    return undefined;
  }
}

async function heldBy(caller: Caller): Promise<string> {
  const users = await caller.call('listUsers', { query: { offset: 1, limit: 1 } });
  const webhooks = [...(await listedWebhooks(caller)).keys()];
  return JSON.stringify([paginationOf(users)['total_count'], webhooks.sort()]);
}

/** Puts back a moved clock and deleted users of others: by the snapshot from before, else, if permitted, by a reset. */
export async function putBack(client: RunClient, destructive: boolean, before?: StateBefore) {
  const { cleanup, arrangement, caller } = client;
  const { clockAhead, othersDeleted } = cleanup;
  const moved = clockAhead && `The run moved the clock of the client forward by ${spanText(clockAhead)}`;
  const stays = [
    clockAhead && `the client's clock was moved forward by ${spanText(clockAhead)}`,
    othersDeleted && 'users that were there before were deleted',
  ].filter((text) => typeof text === 'string');
  const restores = before !== undefined && !destructive && cleanup.leftovers.length > 0;
  if (stays.length === 0 && !restores) return undefined;
  const { reset, loadSnapshot, moveClock } = arrangement.functions;
  const byReset = reset
    ? 'a reset puts it back (with --destructive the run resets by itself)'
    : 'nothing is offered to put it back';
  const left = (why: string): string | undefined => {
    if (stays.length > 0) cleanup.leave(`${stays.join(', and ')}${why}`);
    return moved && `${moved}.`;
  };
  try {
    if (destructive && reset) {
      await reset();
      return moved && `${moved}, and put it back by a reset.`;
    }
    if (!before || !loadSnapshot) return left(`: ${byReset}`);
    if ((await heldBy(caller)) !== before.held)
      return left(`, and the client has other users or webhooks than before the run: ${byReset}`);
    await loadSnapshot(before.snapshot);
    cleanup.forgetLeftovers();
    // The clock goes on from the snapshot; one that runs would be late by the time that the run took.
    if (fieldsOf(before.snapshot)['frozen'] === false)
      await moveClock?.({ to: new Date(Date.now() + before.ahead).toISOString() }).catch(() => {});
    return moved && `${moved}, and put it back: the client is as it was before the run.`;
  } catch (error) {
    return left(`, and putting it back failed (${errorText(error)})`);
  }
}
