import { type Call, must } from '../connection.ts';
import { listRegister } from './lists.ts';
import type { Register } from './writer.ts';
import { dossier, newUser } from './writer.ts';

/** Users, created and deleted. */
export function users(name: string): Register<string[]> {
  return listRegister({
    name,
    open: async () => {},
    create: (mark) => ({ method: 'POST', path: '/_sandbox/users', body: { ext_id: mark, surname: mark } }),
    remove: (id) => ({ method: 'DELETE', path: `/users/${id}` }),
    idOf: ({ user_id }) => user_id,
    async list(call) {
      const own = (await everyUser(call)).filter(({ ext_id }) => ext_id?.startsWith(`${name}-`));
      return own.map(({ ext_id, surname, user_id }) => {
        if (ext_id !== surname) throw new Error(`User ${user_id} is there by half`);
        return { mark: ext_id as string, id: user_id };
      });
    },
  });
}

type ListedUser = { user_id: string; ext_id?: string; surname?: string };

/**
 * All users, page by page from the end: while others are deleted the rest moves towards the beginning, where it is
 * met once more instead of slipping between two pages.
 */
async function everyUser(call: Call): Promise<ListedUser[]> {
  const page = (offset: number, limit: number) =>
    must(call, { method: 'GET', path: `/users?limit=${limit}&offset=${offset}` });
  const all = new Map<string, ListedUser>();
  let offset: number = (await page(1, 1)).pagination.total_count + 1;
  do {
    offset = Math.max(1, offset - 100);
    for (const user of (await page(offset, 100)).users as ListedUser[]) all.set(user.user_id, user);
  } while (offset > 1);
  return [...all.values()];
}

/** Entries of one user, each with two payslips that come and go with it. */
export function entries(name: string): Register<string[]> {
  let userId = '';
  const payslip = (mark: string) => ({ employment_information: { role: mark } });
  return listRegister({
    name,
    open: async (call) => {
      userId = await newUser(call);
    },
    create: (mark) => ({
      method: 'POST',
      path: `/_sandbox/users/${userId}/entries`,
      body: { payroll_submissions: [payslip(mark), payslip(mark)] },
    }),
    remove: (id) => ({ method: 'DELETE', path: `/payroll/entries/${id}` }),
    idOf: ({ entry_id }) => entry_id,
    async list(call) {
      const held = await dossier(call, userId);
      if (held.payroll_submissions.length !== held.entries.length * 2)
        throw new Error(
          `${name}: ${held.entries.length} entries, ${held.payroll_submissions.length} payslips`,
        );
      return held.entries.map(({ entry_id }: { entry_id: string }) => {
        const [one, other] = held.payroll_submissions.filter(
          (submission: { entry_id: string }) => submission.entry_id === entry_id,
        );
        const mark = one?.employment_information.role;
        if (mark === undefined || other?.employment_information.role !== mark)
          throw new Error(`${name}: entry ${entry_id} is there by half`);
        return { mark, id: entry_id };
      });
    },
  });
}

/** Accounts of one user, linked and deleted. */
export function accounts(name: string): Register<string[]> {
  let userId = '';
  return listRegister({
    name,
    open: async (call) => {
      userId = await newUser(call);
    },
    create: (mark) => ({
      method: 'POST',
      path: `/_sandbox/users/${userId}/accounts`,
      body: { user_name: mark, payroll: [] },
    }),
    remove: (id) => ({ method: 'DELETE', path: `/accounts/${id}` }),
    idOf: ({ account_id }) => account_id,
    async list(call) {
      const held = await dossier(call, userId);
      return held.accounts.map(({ user_name, account_id }: { user_name: string; account_id: string }) => ({
        mark: user_name,
        id: account_id,
      }));
    },
  });
}

/** Webhook subscriptions; their receiver is nobody, and no event is theirs. */
export function webhooks(name: string): Register<string[]> {
  return listRegister({
    name,
    open: async () => {},
    create: (mark) => ({
      method: 'POST',
      path: '/webhooks',
      body: { name: mark, events: ['user-taxauth-data-submitted'], url: `http://127.0.0.1:9/${mark}` },
    }),
    remove: (id) => ({ method: 'DELETE', path: `/webhooks/${id}` }),
    idOf: ({ webhook_id }) => webhook_id,
    async list(call) {
      const { webhooks: all } = await must(call, { method: 'GET', path: '/webhooks' });
      const own = all.filter((one: { name: string }) => one.name.startsWith(`${name}-`));
      return own.map((one: { name: string; url: string; webhook_id: string }) => {
        if (!one.url.endsWith(`/${one.name}`)) throw new Error(`Webhook ${one.name} is there by half`);
        return { mark: one.name, id: one.webhook_id };
      });
    },
  });
}

/** A term that is switched on and off. */
export function term(name: string): Register<boolean> {
  let termId = '';
  return {
    name,
    async open(call) {
      termId = (
        await must(call, { method: 'POST', path: '/_sandbox/terms', body: { name, is_active: false } })
      ).id;
      return false;
    },
    next: (isActive) => ({
      ask: { method: 'PATCH', path: `/_sandbox/terms/${termId}`, body: { is_active: !isActive } },
      after: () => !isActive,
    }),
    read: async (call) =>
      (await must(call, { method: 'GET', path: `/authorisations/terms/${termId}` })).is_active,
  };
}

/** The clock, moved on: it never stands before an instant that was told. */
export function clock(): Register<number> {
  const read = async (call: Call): Promise<number> =>
    Date.parse((await must(call, { method: 'GET', path: '/_sandbox/clock' })).now);
  return {
    name: 'clock',
    open: read,
    next: (now) => ({
      ask: { method: 'POST', path: '/_sandbox/clock', body: { by: 'PT30S' } },
      after: (answer) => (answer ? Date.parse(answer.now) : now),
    }),
    read,
    agree: (told, found) => found >= told,
  };
}
