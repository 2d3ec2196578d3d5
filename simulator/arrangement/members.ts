import { defined } from '../../spec/json.ts';
import type { MemberRecord } from '../domain/client-record.ts';
import { refusals } from '../domain/refusal.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';
import { hashPassword } from '../tenant/password.ts';

export const members = {
  async listMembers({ client }) {
    const { members } = await client.state.read();
    return ok({ members: Object.values(members).map(shown) });
  },

  async arrangeMember({ client, path, body: { password, ...given }, services }) {
    const secret =
      password === undefined ? undefined : await hashPassword(password, services.randomBytes(16));
    const changed = await client.state.change((record) => {
      // A plain object also has the names that it inherits, such as toString.
      const before = Object.hasOwn(record.members, path.member_id)
        ? record.members[path.member_id]
        : undefined;
      if (!before) throw refusals.notFound('Member', path.member_id);
      // Who sets a password has created the account that the invitation asked for.
      const isNew = secret !== undefined && before.status === 'unconfirmed';
      const status = given.status ?? (isNew ? 'confirmed' : before.status);
      const member: MemberRecord = {
        ...before,
        ...defined(given),
        status,
        password: secret ?? before.password,
      };
      return { record: { ...record, members: { ...record.members, [member.id]: member } }, result: member };
    });
    return ok(shown(changed));
  },
} satisfies Partial<ArrangementHandlers>;

const shown = ({ password: _, ...member }: MemberRecord) => member;
