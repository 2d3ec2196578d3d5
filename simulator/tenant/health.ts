import { isoInstant } from '../domain/instant.ts';
import type { StoreHealth } from '../store/port.ts';
import type { Services } from './services.ts';

/** A lease longer than this keeps the client's work, moves and resets waiting for too long. */
const LONGEST_LEASE_MS = 60_000;
/** Due work is claimed within milliseconds. */
const LONGEST_WAIT_MS = 5000;

/** Problems as sentences: those of the store, which name files and addresses, and those of work that waits for too long. */
export type Health = Omit<StoreHealth, 'problems'> &
  Readonly<Record<'stored' | 'stalled', readonly string[]>>;

export async function healthOf(services: Pick<Services, 'store' | 'clients' | 'realNow'>): Promise<Health> {
  const { problems, ...health } = await services.store.health();
  const damages = services.clients.flatMap(({ state }) => state.damage?.message ?? []);
  const others = damages.filter((damage) => !problems.some((problem) => problem.startsWith(damage)));
  return { ...health, stored: [...problems, ...others], stalled: stalledProblems(services) };
}

function stalledProblems({ clients, realNow }: Pick<Services, 'clients' | 'realNow'>): string[] {
  const problems = clients.flatMap(({ clientStore: { leaseHolder } }) => {
    if (!leaseHolder || realNow() - leaseHolder.since <= LONGEST_LEASE_MS) return [];
    const since = isoInstant(leaseHolder.since);
    return `A client's work stands still: ${leaseHolder.purpose} has had the client to itself since ${since}`;
  });
  // Work that waits for a move of the clock or a reset is late only where that has the client for too long.
  const free = clients.filter(({ clientStore }) => clientStore.leaseHolder === undefined);
  const waiting = Math.max(0, ...free.map(({ worker }) => worker.behindMs));
  if (waiting > LONGEST_WAIT_MS)
    problems.push(`Work that is due has waited for ${Math.round(waiting / 1000)} s to be done`);
  return problems;
}

const LOOK_MS = 15_000;

/** Logs what is wrong when that changes, so that a sandbox that stands still says so without being asked. */
export function logHealth(
  services: Parameters<typeof healthOf>[0] & Pick<Services, 'closing'>,
  log: (sentence: string) => void,
): void {
  let before = '';
  const timer = setInterval(() => {
    healthOf(services)
      .then(({ stored, stalled }) => {
        const problems = [...stored, ...stalled];
        // The number of seconds or statements is no news.
        const now = problems.map((problem) => problem.replace(/\d+/g, 'n')).join('\n');
        if (now === before) return;
        before = now;
        log(problems.length > 0 ? `Degraded: ${problems.join('; ')}` : 'No longer degraded');
      })
      .catch(() => {});
  }, LOOK_MS).unref();
  services.closing.addEventListener('abort', () => clearInterval(timer));
}
