import { birthAt } from '../../generators/world/birth.ts';
import type { Birth } from '../domain/client-record.ts';
import { isoInstant, readInstant } from '../domain/instant.ts';
import type { Ports } from '../ports/ports.ts';
import type { LowdbOptions } from '../store/adapters/lowdb/lowdb-store.ts';
import { type Store, StoreMismatchError } from '../store/port.ts';
import type { SandboxOptions } from './options.ts';

/** The store that the options ask for; one of the caller's own is the caller's to close. */
export async function openStore(options: SandboxOptions, now: () => number) {
  const { store: given, data, strict, wrap, log } = options;
  const onWarning = (sentence: string) => log?.error?.(new Error(sentence));
  const own = typeof given === 'object' ? given : await newStore(given, data, { now, onWarning });
  const guarded = strict ? (await import('../store/frozen-store.ts')).frozenStore(own) : own;
  return {
    store: wrap?.store?.(guarded) ?? guarded,
    close: async () => {
      if (own !== given) await own.close();
    },
  };
}

async function newStore(url: string | undefined, folder: string | undefined, around: LowdbOptions) {
  if (url !== undefined) {
    if (!/^postgres(ql)?:/.test(url)) throw new Error(`A store is a postgres:// address, not ${url}`);
    const { postgresStore } = await import('../store/adapters/postgres/postgres-store.ts');
    return postgresStore(url);
  }
  if (folder !== undefined) {
    const { lowdbStore } = await import('../store/adapters/lowdb/lowdb-store.ts');
    return lowdbStore(folder, around);
  }
  return (await import('../store/adapters/memory/memory-store.ts')).memoryStore(around);
}

/** What every process that shares the store goes by: its secret, and when and of what its worlds were born. */
export async function agreedBirth(
  store: Store,
  { seed = 1, users = 100, dishonest, now, frozen = false }: SandboxOptions,
  { realNow, randomBytes }: Pick<Ports, 'realNow' | 'randomBytes'>,
): Promise<{ secret: Uint8Array; birth: Birth }> {
  const wanted = now === undefined ? undefined : instantOf(now);
  const wished = { seed: String(seed), born: isoInstant(wanted ?? realNow()) };
  const { born, secret } = await store.initialise({ ...wished, secret: randomBytes(32).toString('base64') });
  if (wanted !== undefined && born !== isoInstant(wanted)) {
    throw new StoreMismatchError(
      `The data was born at ${born}, not at ${isoInstant(wanted)}: leave the time out, or keep the new world somewhere else`,
    );
  }
  const clock = frozen ? 'frozen' : wanted === undefined ? 'real' : 'running';
  const birth: Birth = { seed: String(seed), users, dishonest, born, clock };
  return { secret: Buffer.from(secret, 'base64'), birth };
}

function instantOf(now: string | number | Date): number {
  const instant = typeof now === 'string' ? readInstant(now) : Number(now);
  if (instant === undefined || !Number.isFinite(instant))
    throw new Error(`The time ${String(now)} is not an ISO 8601 timestamp`);
  return birthAt(instant);
}
