import { removed } from '../arrange/cleanup-list.ts';
import type { Caller } from '../target/caller.ts';

/** What every user and webhook of every run begins with, in its external id or its name. */
export const runMark = 'payrig-check-';

export type Removed = { readonly users: number; readonly webhooks: number };

const pageSize = 100;
const mostPages = 200;

/** Removes what bears a mark: the users by their external ids, the webhooks by their names. */
export async function removeMarked(caller: Caller, mark: string = runMark): Promise<Removed> {
  const users = (await listedUsers(caller)).filter(({ ext_id }) => String(ext_id ?? '').startsWith(mark));
  for (const { user_id } of users) await removed(caller, 'deleteUser', user_id);
  const webhooks = (await listedWebhooks(caller)).filter(({ name }) => String(name ?? '').startsWith(mark));
  for (const { webhook_id } of webhooks) await removed(caller, 'deleteWebhook', webhook_id);
  return { users: users.length, webhooks: webhooks.length };
}

type ListedUser = { user_id: string; ext_id?: string | null };
type ListedWebhook = { webhook_id: string; name?: string };

/** Every user there is, whether an offset counts users or pages: both are walked, and nobody is listed twice. */
async function listedUsers({ call }: Caller): Promise<ListedUser[]> {
  const found = new Map<string, ListedUser>();
  let pages = 1;
  for (let page = 0; page < Math.min(pages, mostPages); page++)
    for (const offset of new Set([1 + page * pageSize, 1 + page])) {
      const { body } = await call('listUsers', { query: { offset, limit: pageSize } });
      const { users = [], pagination } = (body ?? {}) as {
        users?: ListedUser[];
        pagination?: { total_count?: number };
      };
      for (const user of users) if (typeof user?.user_id === 'string') found.set(user.user_id, user);
      pages = Math.ceil((pagination?.total_count ?? 0) / pageSize);
    }
  return [...found.values()];
}

async function listedWebhooks({ call }: Caller): Promise<ListedWebhook[]> {
  const { body } = await call('listWebhooks');
  const list = Array.isArray(body) ? body : (body as { webhooks?: unknown } | undefined)?.webhooks;
  return (Array.isArray(list) ? list : []).filter((one) => typeof one?.webhook_id === 'string');
}
