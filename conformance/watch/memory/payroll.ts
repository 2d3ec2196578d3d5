import { payrollIn } from '../../predicates/payroll.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { Bounded } from './bounded.ts';
import type { Seen, SeenDelivery } from './passed.ts';

type Way = 'createDirectConnection' | 'queryPayrollConnection';
type Entry = { readonly account: unknown; readonly ids: readonly unknown[]; readonly user?: unknown };

/** Payroll submissions with their accounts and entries, and whose they are. */
export class Payroll {
  readonly submissions = new Bounded<string, { readonly entry: unknown; readonly user: unknown }>(50_000);
  readonly entries = new Bounded<string, Entry>(20_000);
  readonly accountUsers = new Bounded<string, unknown>(20_000);
  readonly #sources = new Map<Way, Set<unknown>>();

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
    const sources = this.#sources.get(operation) ?? new Set<unknown>();
    this.#sources.set(operation, sources);
    for (const { id, entry_id: entry, account_id, source } of payroll) {
      this.submissions.set(`${id}`, { entry, user });
      if (isDirect && typeof account_id === 'string') this.accountUsers.set(account_id, user);
      if (typeof source === 'string' && sources.size < 20) sources.add(source);
    }
    const { entry_id, account_id: account } = fieldsOf(seen.body);
    if (!isDirect && payroll.length > 0)
      this.entries.set(`${entry_id}`, { account, ids: payroll.map(({ id }) => id) });
  }

  noteDelivery({ body = {} }: SeenDelivery): void {
    const { user_id: user, account_id: account, entry_id: entry } = body;
    if (typeof user !== 'string') return;
    if (typeof account === 'string') this.accountUsers.set(account, user);
    if (typeof entry === 'string')
      this.entries.set(entry, { ...(this.entries.get(entry) ?? { account, ids: [] }), user });
  }

  forget(): void {
    for (const map of [this.submissions, this.entries, this.accountUsers]) map.clear();
  }
}
