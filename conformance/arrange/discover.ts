import { CannotArrange } from '../failure.ts';
import type { Caller } from '../target/caller.ts';
import type { Held, Wanted } from './arrangement.ts';

type Seen = Held & { payroll: boolean };

const mostUsers = 25;

/** Looks among the users that are there already for one that has what is wanted. It reads, and changes nothing. */
export function discovery(caller: Caller): (wanted: Wanted) => Promise<Held> {
  let users: Promise<string[]> | undefined;
  const seen = new Map<string, Promise<Seen>>();
  return async (wanted) => {
    if (wanted.term) throw new CannotArrange('no authorisation term is known', enable, ['held-term']);
    users ??= listed(caller);
    for (const id of await users) {
      const one = seen.get(id) ?? look(caller, id);
      seen.set(id, one);
      if (fits(await one, wanted)) return one;
    }
    throw new CannotArrange(`none of the first ${mostUsers} users has ${wantedText(wanted)}`, enable, []);
  };
}

const enable = ['name one in a fixtures file (--arrange FILE.json), or offer what creates it with --arrange'];

async function listed(caller: Caller): Promise<string[]> {
  const answer = await caller.call('listUsers', { query: { offset: 1, limit: mostUsers } });
  const { users } = (answer.body ?? {}) as { users?: { user_id?: string }[] };
  return (users ?? []).flatMap(({ user_id }) => (typeof user_id === 'string' ? [user_id] : []));
}

async function look(caller: Caller, user_id: string): Promise<Seen> {
  const path = { user_id };
  const total = ({ body }: { body: unknown }): number =>
    (body as { pagination?: { total_count?: number } } | undefined)?.pagination?.total_count ?? 0;
  const [statements, income, estimate] = await Promise.all([
    caller.call('listBankStatements', { path, query: { offset: 0, limit: 1 } }),
    caller.call('getTaxauthIncome', { path, query: { offset: 1, limit: 1 } }),
    caller.call('getOnsExpenditure', { path }),
  ]);
  return {
    user_id,
    bankStatements: total(statements),
    income: total(income),
    payroll: estimate.status === 200,
  };
}

const fits = (one: Seen, { bankStatements = 0, income = 0, payroll = 0 }: Wanted): boolean =>
  one.bankStatements >= bankStatements && one.income >= income && (payroll === 0 || one.payroll);

/** What was wanted, in words. */
export function wantedText({ bankStatements, income, payroll, term }: Wanted): string {
  const parts = [
    bankStatements && `${bankStatements} bank statements`,
    income && `${income} income submissions`,
    payroll && 'payroll',
    term && 'a term',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' and ') : 'anything';
}
