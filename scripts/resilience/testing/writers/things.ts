import type { CallArguments } from '../../../../spec/caller.ts';
import type { AnyOperationId, SuccessBody } from '../../../../spec/operations.ts';
import { type Asked, ask, type Call, must } from '../connection.ts';
import { numberOf, roleOf } from './events.ts';
import { dossier, newUser, type Register, step } from './writer.ts';

/** How a thing of a list is created, removed and found. */
type ListLaw = {
  name: string;
  open?(call: Call): Promise<void>;
  create(mark: string): { ask: Asked; idOf: (answer: unknown) => string };
  remove(id: string): Asked;
  /** Every thing of this register: its mark and its id; throws when one is there in part. */
  list(call: Call): Promise<{ mark: string; id: string }[]>;
};

/** The most things that a list grows to. */
const MOST = 5;

/** Things that are created and deleted, each with a mark of its own; the state is the marks that are there. */
function listRegister(law: ListLaw): Register<string[]> {
  const ids = new Map<string, string>();
  return {
    name: law.name,
    async open(call) {
      await law.open?.(call);
      return [];
    },
    next(marks, n) {
      const oldest = marks[0];
      if (oldest !== undefined && (marks.length >= MOST || n % 4 === 0))
        return { ask: law.remove(ids.get(oldest) ?? ''), after: () => marks.slice(1) };
      const mark = `${law.name}-${n}`;
      const { ask, idOf } = law.create(mark);
      return {
        ask,
        after: (answer) => {
          if (answer !== undefined) ids.set(mark, idOf(answer));
          return [...marks, mark];
        },
      };
    },
    async read(call) {
      const found = await law.list(call);
      for (const { mark, id } of found) ids.set(mark, id);
      return found.map(({ mark }) => mark).sort((a, b) => numberOf(a) - numberOf(b));
    },
  };
}

const creation = <Id extends AnyOperationId>(
  operation: Id,
  input: CallArguments<Id>,
  idOf: (answer: SuccessBody<Id>) => string,
) => ({ ask: ask(operation, ...input), idOf: (answer: unknown) => idOf(answer as SuccessBody<Id>) });

export const users = (name: string): Register<string[]> =>
  listRegister({
    name,
    create: (mark) =>
      creation('createUser', [{ body: { ext_id: mark, surname: mark } }], ({ user_id }) => user_id),
    remove: (user_id) => ask('deleteUser', { path: { user_id } }),
    async list(call) {
      const own = (await everyUser(call)).filter(({ ext_id }) => ext_id?.startsWith(`${name}-`));
      return own.map(({ ext_id, surname, user_id }) => {
        if (ext_id !== surname) throw new Error(`User ${user_id} is there in part`);
        return { mark: ext_id ?? '', id: user_id };
      });
    },
  });

type ListedUser = SuccessBody<'listUsers'>['users'][number];

/**
 * All users, page by page from the end: while others are deleted the rest moves towards the beginning, where it is
 * read a second time instead of slipping between two pages.
 */
async function everyUser(call: Call): Promise<ListedUser[]> {
  const page = (offset: number, limit: number) => must(call, 'listUsers', { query: { limit, offset } });
  const all = new Map<string, ListedUser>();
  let offset = (await page(1, 1)).pagination.total_count + 1;
  do {
    offset = Math.max(1, offset - 100);
    for (const user of (await page(offset, 100)).users) all.set(user.user_id, user);
  } while (offset > 1);
  return [...all.values()];
}

export function entries(name: string): Register<string[]> {
  let user_id = '';
  const payslip = (mark: string) => ({ employment_information: { role: mark } });
  return listRegister({
    name,
    open: async (call) => {
      user_id = await newUser(call);
    },
    create: (mark) =>
      creation(
        'createEntry',
        [{ path: { user_id }, body: { payroll_submissions: [payslip(mark), payslip(mark)] } }],
        ({ entry_id }) => entry_id,
      ),
    remove: (entry_id) => ask('deleteEntry', { path: { entry_id } }),
    async list(call) {
      const { entries: all, payroll_submissions: payslips } = await dossier(call, user_id);
      if (payslips.length !== all.length * 2)
        throw new Error(`${name}: ${all.length} entries, ${payslips.length} payslips`);
      return all.map(({ entry_id: id }) => {
        const [first, second] = payslips.filter(({ entry_id }) => entry_id === id);
        const mark = roleOf(first);
        if (mark === '' || roleOf(second) !== mark) throw new Error(`${name}: entry ${id} is there in part`);
        return { mark, id };
      });
    },
  });
}

export function accounts(name: string): Register<string[]> {
  let user_id = '';
  return listRegister({
    name,
    open: async (call) => {
      user_id = await newUser(call);
    },
    create: (mark) =>
      creation(
        'linkAccount',
        [{ path: { user_id }, body: { user_name: mark, payroll: [] } }],
        ({ account_id }) => account_id,
      ),
    remove: (account_id) => ask('deleteAccount', { path: { account_id } }),
    list: async (call) =>
      (await dossier(call, user_id)).accounts.map(({ user_name, account_id }) => ({
        mark: user_name ?? '',
        id: account_id,
      })),
  });
}

/** Webhook subscriptions to an event that does not happen, at a port where nothing listens. */
export const webhooks = (name: string): Register<string[]> =>
  listRegister({
    name,
    create: (mark) =>
      creation(
        'createWebhook',
        [
          {
            body: { name: mark, events: ['user-taxauth-data-submitted'], url: `http://127.0.0.1:9/${mark}` },
          },
        ],
        ({ webhook_id }) => webhook_id,
      ),
    remove: (webhook_id) => ask('deleteWebhook', { path: { webhook_id } }),
    async list(call) {
      const { webhooks: all } = await must(call, 'listWebhooks');
      const own = all.filter((webhook) => webhook.name.startsWith(`${name}-`));
      return own.map(({ name: mark, url, webhook_id }) => {
        if (!url.endsWith(`/${mark}`)) throw new Error(`Webhook ${mark} is there in part`);
        return { mark, id: webhook_id };
      });
    },
  });

export function term(name: string): Register<boolean> {
  let term_id = '';
  return {
    name,
    async open(call) {
      term_id = (await must(call, 'createTerm', { body: { name, is_active: false } })).id;
      return false;
    },
    next: (isActive) =>
      step('updateTerm', [{ path: { term_id }, body: { is_active: !isActive } }], () => !isActive),
    read: async (call) => (await must(call, 'getAuthorisationTerm', { path: { term_id } })).is_active,
  };
}

export const clockTime = async (call: Call): Promise<number> =>
  Date.parse((await must(call, 'getClock')).now);

/** The clock, moved forward: it never shows less than an instant that was acknowledged. */
export const clock = (): Register<number> => ({
  name: 'clock',
  open: clockTime,
  next: (now) =>
    step('moveClock', [{ body: { by: 'PT30S' } }], (answer) => (answer ? Date.parse(answer.now) : now)),
  read: clockTime,
  agree: (acknowledged, found) => found >= acknowledged,
});

type Fields = Omit<SuccessBody<'inspectUser'>['user'], 'user_id' | 'created_at'>;

/** One user whose fields are changed together: they are all of one change. */
export function userFields(name: string): Register<Fields> {
  let user_id = '';
  return {
    name,
    async open(call) {
      user_id = await newUser(call);
      return {};
    },
    next(_, n) {
      const fields = { forename: `${name} ${n}`, ext_id: String(n), payroll_period_months: (n % 100) + 1 };
      const post_codes = [`LS${n % 9} ${n}`];
      const isCleared = n % 3 === 0;
      const body = { ...fields, post_codes: isCleared ? null : post_codes };
      return step('updateUser', [{ path: { user_id }, body }], () =>
        isCleared ? fields : { ...fields, post_codes },
      );
    },
    async read(call) {
      const { user_id: _, created_at: __, ...fields } = (await dossier(call, user_id)).user;
      return fields;
    },
  };
}

/** The client's configuration, whose fields are changed together. */
export const configuration = (): Register<SuccessBody<'getConfiguration'>> => ({
  name: 'configuration',
  open: (call) => must(call, 'getConfiguration'),
  next(state, n) {
    const body = {
      client_display_name: `Display ${n}`,
      payroll_period_months: (n % 100) + 1,
      client_callback_url: `https://client.example/${n}`,
    };
    return step('updateConfiguration', [{ body }], () => ({ ...state, ...body }));
  },
  read: (call) => must(call, 'getConfiguration'),
});
