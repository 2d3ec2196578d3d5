import { payrollIn } from '../../predicates/payroll.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import { Bounded } from './bounded.ts';
import type { Seen, SeenDelivery } from './passed.ts';

type Entry = { readonly account: unknown; readonly ids: readonly unknown[]; readonly user?: unknown };

/** Payroll submissions with their accounts and entries, and whose they are. */
export class Payroll {
  readonly submissions = new Bounded<string, { readonly entry: unknown; readonly user: unknown }>(50_000);
  readonly entries = new Bounded<string, Entry>(20_000);
  readonly accountUsers = new Bounded<string, unknown>(20_000);
  readonly shown = new Bounded<string, JsonFields>(2000);
  /** The submissions in the payload about an entry, which may arrive before the answer that shows the entry. */
  readonly delivered = new Bounded<string, Readonly<{ begun: number; list: readonly JsonFields[] }>>(2000);
  /** The users whose accounts a token has opened. */
  readonly tokenUsers = new Bounded<string, unknown>(5000);
  readonly #sources = new Map<string, Set<unknown>>();

  /** The sources that the other way of retrieval has shown. */
  otherSources({ operation }: Seen): ReadonlySet<unknown> | undefined {
    const isDirect = operation === 'createDirectConnection';
    return this.#sources.get(isDirect ? 'queryPayrollConnection' : 'createDirectConnection');
  }

  note(seen: Seen): void {
    const { operation } = seen;
    const isDirect = operation === 'createDirectConnection';
    if (!isSuccess(seen) || !(isDirect || operation === 'queryPayrollConnection')) return;
    const user = isDirect ? fieldsOf(seen.sent)['user_id'] : undefined;
    const payroll = payrollIn(seen);
    const holder = this.accountUsers.get(`${fieldsOf(seen.sent)['account_id']}`);
    if (holder !== undefined && seen.bearer !== undefined && !this.tokenUsers.has(seen.bearer))
      this.tokenUsers.set(seen.bearer, holder);
    const sources = this.#sources.get(operation) ?? new Set<unknown>();
    this.#sources.set(operation, sources);
    for (const one of payroll) {
      const { id, entry_id: entry, account_id, source } = one;
      this.shown.set(`${id}`, one);
      this.submissions.set(`${id}`, { entry, user });
      if (isDirect && typeof account_id === 'string') this.accountUsers.set(account_id, user);
      if (typeof source === 'string' && sources.size < 20) sources.add(source);
    }
    for (const [entry, found] of entriesIn(seen)) this.entries.set(entry, found);
  }

  /** Whose an account or an entry is, as the sandbox's own API says. */
  arrange(seen: Seen, user: unknown): void {
    const { account_id: account } = fieldsOf(seen.body);
    if (typeof account === 'string') this.accountUsers.set(account, user);
    for (const { id, entry_id: entry } of payrollIn(seen)) this.submissions.set(`${id}`, { entry, user });
    for (const [entry, found] of entriesIn(seen)) this.entries.set(entry, { ...found, user });
  }

  noteDelivery({ body = {}, begun }: SeenDelivery): void {
    const { user_id: user, account_id: account, entry_id: entry } = body;
    if (typeof user !== 'string') return;
    if (typeof account === 'string') this.accountUsers.set(account, user);
    const list = payrollIn({ body: body['payload'] });
    if (list.length > 0) this.delivered.set(`${entry}`, { begun, list });
    if (typeof entry === 'string')
      this.entries.set(entry, { ...(this.entries.get(entry) ?? { account, ids: [] }), user });
  }

  forget(): void {
    const { submissions, entries, accountUsers, shown, delivered, tokenUsers } = this;
    for (const map of [submissions, entries, accountUsers, shown, delivered, tokenUsers]) map.clear();
  }
}

/** The entries that a retrieval made, each with the ids of its submissions. */
export function entriesIn(seen: Seen): Map<string, { account: unknown; ids: readonly unknown[] }> {
  const { entry_id: common, account_id: account } = fieldsOf(seen.body);
  const entries = new Map<string, { account: unknown; ids: unknown[] }>();
  for (const { id, entry_id = common, account_id = account } of payrollIn(seen)) {
    const entry = entries.get(`${entry_id}`) ?? { account: account_id, ids: [] };
    entry.ids.push(id);
    if (typeof entry_id === 'string') entries.set(entry_id, entry);
  }
  return entries;
}
