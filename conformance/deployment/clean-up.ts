import { removeNow, runMark } from '../arrange/cleanup-list.ts';
import { webhooksIn } from '../predicates/webhooks.ts';
import { errorText } from '../target/call-errors.ts';
import type { Caller } from '../target/caller.ts';
import { fieldsOf, objectsIn } from '../target/read-json.ts';
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
  const users = (await listedUsers(caller)).filter(({ ext_id }) => String(ext_id ?? '').startsWith(mark));
  for (const { user_id } of users) await removeNow(caller, 'deleteUser', user_id);
  const webhooks = (await listedWebhooks(caller)).filter(({ name }) => String(name ?? '').startsWith(mark));
  for (const { webhook_id } of webhooks) await removeNow(caller, 'deleteWebhook', webhook_id);
  return { users: users.length, webhooks: webhooks.length };
}

type ListedUser = { user_id: string; ext_id: unknown };

/** Every user of the client, each once. An offset may count users or pages, so both are walked. */
async function listedUsers({ call }: Caller): Promise<ListedUser[]> {
  const found = new Map<string, ListedUser>();
  let pages = 1;
  for (let page = 0; page < Math.min(pages, mostPages); page++)
    for (const offset of new Set([1 + page * pageSize, 1 + page])) {
      const { body } = await call('listUsers', { query: { offset, limit: pageSize } });
      const { users, pagination } = fieldsOf(body);
      for (const { user_id, ext_id } of objectsIn(users))
        if (typeof user_id === 'string') found.set(user_id, { user_id, ext_id });
      pages = Math.ceil(Number(fieldsOf(pagination)['total_count'] ?? 0) / pageSize);
    }
  return [...found.values()];
}

const listedWebhooks = async ({ call }: Caller) =>
  webhooksIn(await call('listWebhooks')).flatMap(({ webhook_id, name }) =>
    typeof webhook_id === 'string' ? [{ webhook_id, name }] : [],
  );

const HOUR = 3_600_000;

function spanText({ before, since }: { before: number; since: number }): string {
  const hours = Math.max(1, Math.round((since - before) / HOUR));
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
  const { body } = await caller.call('listUsers', { query: { offset: 1, limit: 1 } });
  const webhooks = (await listedWebhooks(caller)).map(({ webhook_id }) => webhook_id);
  return JSON.stringify([fieldsOf(fieldsOf(body)['pagination'])['total_count'], webhooks.sort()]);
}

/** Puts back a moved clock and deleted users of others: by the snapshot from before, else, if permitted, by a reset. */
export async function putBack(
  { cleanup, arrangement, caller }: RunClient,
  destructive: boolean,
  before: StateBefore | undefined,
): Promise<string | undefined> {
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
