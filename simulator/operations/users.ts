import { type Day, dayOf } from '../../generators/calendar.ts';
import type { Past } from '../../generators/people/drawn-person.ts';
import { picked } from '../../spec/json.ts';
import type { User } from '../../spec/types.ts';
import { type PageRequest, paginationOf, skipped } from '../domain/page.ts';
import { orNotFound } from '../domain/refusal.ts';
import { checkFrequency, patched, shownUser, writableFields } from '../domain/user-fields.ts';
import type { UserRecord } from '../domain/user-record.ts';
import type { Handlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';

/** Rules: conformance/checks/users.ts and users-update.ts; in process, arrangement/users.test.ts and one-past.test.ts. */
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
    return { ...ok({ pagination, users: users.map((user) => shownUser(user, points)) }), records: 'users' };
  },

  async updateUser({ client, path, body, now, services }) {
    checkFrequency(body, services.environment);
    const user = await client.users.change(path.user_id, (record, { seededIndex }) => {
      const user = patched(record.user, body, writableFields);
      const past = pastOf(record, user, dayOf(now));
      const told = seededIndex === undefined ? undefined : saidOf(record, user, dayOf(now));
      const since = told ? { moves: [], ...record.past, ...past, told } : past;
      return { changedFields: since ? { user, past: since } : { user }, result: user };
    });
    return ok(shownUser(orNotFound(user, 'User', path.user_id), services.profile.points));
  },

  async deleteUser({ client, path }) {
    orNotFound(await client.users.remove(path.user_id), 'User', path.user_id);
    return ok({ message: `User [${path.user_id}] and all its data deleted` });
  },
} satisfies Partial<Handlers>;

/** The past to store when an update changes the details that it is generated from; undefined when the update changes none of them. */
function pastOf({ user: before, past: known }: UserRecord, after: User, today: Day): Past | undefined {
  const [newHome] = after.post_codes ?? [];
  const moved = newHome !== undefined && newHome !== before.post_codes?.[0];
  if (!moved && (known || JSON.stringify(detailsOf(before)) === JSON.stringify(detailsOf(after))))
    return undefined;
  const past = known ?? { ...detailsOf(before), moves: [] };
  if (!moved) return past;
  const earlier = past.moves.filter(({ from }) => from < today);
  return { ...past, moves: [...earlier, { from: today, post_codes: after.post_codes ?? [] }] };
}

const detailsOf = ({ date_of_birth, post_codes }: User) => ({ date_of_birth, post_codes });

const names = ['forename', 'surname', 'date_of_birth', 'ni_number'] as const;

/** The details that the client has given of a seeded person, those of this update included; undefined when it gives no new one. */
function saidOf({ user: before, past }: UserRecord, after: User, today: Day): Past['told'] {
  const news = names.filter((name) => after[name] !== undefined && after[name] !== before[name]);
  if (news.length === 0) return undefined;
  return [...(past?.told ?? []), { from: today, ...picked(after, ...news) }];
}
