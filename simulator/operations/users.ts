import { type PageRequest, paginationOf, skipped } from '../domain/page.ts';
import { refusals } from '../domain/refusal.ts';
import { checkFrequency, patched, shownUser, writableFields } from '../domain/user-fields.ts';
import type { Handlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';

export const users = {
  async listUsers({ client, clientRecord, query, services }) {
    const { points } = services.profile;
    const request: PageRequest = {
      offset: query.offset ?? points['users.list.default-offset'],
      limit: query.limit ?? points['users.list.default-limit'],
      meaning: query.offset === undefined ? 'first-item' : points['users.list.offset-meaning'],
      firstPage: 1,
    };
    const newestFirst = points['users.list.order'] === 'newest-first';
    const slice = { offset: skipped(request), limit: request.limit, newestFirst };
    const { users, total } = await client.users.list(slice, clientRecord);
    const pagination = paginationOf(request, users.length, total);
    return ok({ pagination, users: users.map((user) => shownUser(user, points)) });
  },

  async updateUser({ client, path, body, services }) {
    checkFrequency(body, services.environment);
    const user = await client.users.change(path.user_id, (record) => {
      const user = patched(record.user, body, writableFields);
      return { changedFields: { user }, result: user };
    });
    if (!user) throw refusals.notFound('User', path.user_id);
    return ok(shownUser(user, services.profile.points));
  },

  async deleteUser({ client, path }) {
    if (!(await client.users.remove(path.user_id))) throw refusals.notFound('User', path.user_id);
    return ok({ message: `User [${path.user_id}] and all its data deleted` });
  },
} satisfies Partial<Handlers>;
