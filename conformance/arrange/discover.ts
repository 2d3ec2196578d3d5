import type { Held, Wanted } from '../judgement/arrangement.ts';
import { CannotArrange } from '../judgement/failure.ts';
import type { Caller } from '../target/caller.ts';
import { fieldsOf, objectsIn } from '../target/read-json.ts';
import { runMark } from './cleanup-list.ts';

const mostUsers = 100;

export type Discovery = ReturnType<typeof discovery>;

/** Looks among the users that are there already for one that has what is wanted. It reads, and changes nothing. */
export function discovery(caller: Caller) {
  let users: Promise<string[]> | undefined;
  const counts = new Map<string, Promise<number>>();
  const count = (kind: Countable, user: string): Promise<number> => {
    const key = `${kind} ${user}`;
    const one = counts.get(key) ?? countOf[kind](caller, user);
    counts.set(key, one);
    return one;
  };
  const discover = async (wanted: Wanted): Promise<Held> => {
    if (wanted.term) throw new CannotArrange('no authorisation term is known', enable, ['held-term']);
    users ??= listed(caller);
    for (const user_id of await users) {
      const had = { bankStatements: 0, income: 0, payroll: 0 };
      for (const kind of countable) if (wanted[kind]) had[kind] = await count(kind, user_id);
      const { bankStatements, income } = had;
      if (countable.every((kind) => had[kind] >= (wanted[kind] ?? 0)))
        return { user_id, bankStatements, income };
    }
    throw new CannotArrange(`none of the first ${mostUsers} users has ${wantedText(wanted)}`, enable, []);
  };
  discover.hasLooked = false;
  /** Lists the users that are there; before the first check, none of them is of this run. */
  discover.look = async (): Promise<void> => {
    users = listed(caller);
    discover.hasLooked = (await users.catch(() => undefined)) !== undefined;
  };
  return discover;
}

const enable = ['name one in a fixtures file (--arrange FILE.json), or offer what creates it with --arrange'];

const countable = ['bankStatements', 'income', 'payroll'] as const;
type Countable = (typeof countable)[number];

const total = ({ body }: { body: unknown }): number =>
  Number(fieldsOf(fieldsOf(body)['pagination'])['total_count'] ?? 0);

const countOf: Readonly<Record<Countable, (caller: Caller, user_id: string) => Promise<number>>> = {
  bankStatements: async ({ call }, user_id) =>
    total(await call('listBankStatements', { path: { user_id }, query: { offset: 0, limit: 1 } })),
  income: async ({ call }, user_id) =>
    total(await call('getTaxauthIncome', { path: { user_id }, query: { offset: 1, limit: 1 } })),
  // How much payroll there is cannot be read; that an estimate can be made of it can.
  payroll: async ({ call }, user_id) =>
    (await call('getOnsExpenditure', { path: { user_id } })).status === 200 ? Number.POSITIVE_INFINITY : 0,
};

async function listed(caller: Caller): Promise<string[]> {
  const answer = await caller.call('listUsers', { query: { offset: 1, limit: mostUsers } });
  const users = objectsIn(fieldsOf(answer.body)['users']);
  // Another run removes its users when it likes.
  const lasting = users.filter(({ ext_id }) => !String(ext_id).startsWith(runMark));
  return lasting.flatMap(({ user_id }) => (typeof user_id === 'string' ? [user_id] : []));
}

export function wantedText({ bankStatements, income, payroll, term }: Wanted): string {
  const parts = [
    bankStatements && `${bankStatements} bank statements`,
    income && `${income} income submissions`,
    payroll && 'payroll',
    term && 'a term',
  ];
  return parts.filter(Boolean).join(' and ') || 'anything';
}
