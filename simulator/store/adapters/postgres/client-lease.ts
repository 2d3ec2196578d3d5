import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { ClientBusyError, type LeaseHolder } from '../../port.ts';
import type { Turn } from '../lease-queue.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import type { Session } from './database.ts';

const PROCESS = `${process.pid} on ${hostname()}`;

type LeasedClient = { session: Session; notifier: ChangeNotifier; key: string; leaseMs: number };

const FIND = `select lease_purpose as purpose, lease_process as process,
      extract(epoch from lease_since)::float8 * 1000 as since,
      extract(epoch from lease_until - clock_timestamp())::float8 * 1000 as "remainingMs"
    from payrig.client where client = $1 and lease_token is not null and lease_until > clock_timestamp()`;

const TAKE = `insert into payrig.client as c (client, lease_token, lease_until, lease_purpose, lease_process, lease_since)
    values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond', $4, $5, clock_timestamp())
    on conflict (client) do update set lease_token = excluded.lease_token, lease_until = excluded.lease_until,
      lease_purpose = excluded.lease_purpose, lease_process = excluded.lease_process, lease_since = excluded.lease_since
     where c.lease_token is null or c.lease_until <= clock_timestamp()`;

/** Runs a task with the lease on a client, which one process has at a time, and renews it while the task runs. */
export async function withClientLease<T>(
  { session, notifier, key, leaseMs }: LeasedClient,
  { purpose, signal, remainingMs }: Turn,
  task: (leaseToken: string) => Promise<T>,
): Promise<T> {
  const leaseToken = randomUUID();
  // Waits until the lease is free. Waiting reads the client's row, which locks nothing.
  for (;;) {
    const [held] = await session.rows<LeaseHolder & { readonly remainingMs: number }>(FIND);
    if (!held && (await session.run(TAKE, leaseToken, leaseMs, purpose, PROCESS)) > 0) break;
    if (signal?.aborted) throw new ClientBusyError(held, 'the caller left');
    if (remainingMs() <= 0) throw new ClientBusyError(held);
    // The lease of a process that died runs out without a notification.
    await notifier.next(key, Math.min(held?.remainingMs ?? 0, remainingMs()) + 1, signal);
  }
  const text = `update payrig.client set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
    where client = $1 and lease_token = $2`;
  // The lease outlasts several renewals, so a renewal that fails is not repeated.
  const renew = () => session.run(text, leaseToken, leaseMs).catch(() => {});
  const renewing = setInterval(renew, leaseMs / 4).unref();
  try {
    return await task(leaseToken);
  } finally {
    clearInterval(renewing);
    const end = `update payrig.client set lease_token = null, lease_until = null
      where client = $1 and lease_token = $2`;
    await session.run(end, leaseToken).catch(() => {});
    // Every waiting process, this one included, gets the notification in the same way and has the same chance.
    await notifier.announce(key);
  }
}
