import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resourceId, seededUserId } from '../../generators/ids.ts';
import { someBirth } from '../../generators/testing/births.ts';
import { world } from '../../generators/world/world.ts';
import { defaultProfile } from '../../spec/profile.ts';
import type { User } from '../../spec/types.ts';
import { nextRecurringCheck } from '../domain/recurring.ts';
import {
  type AccountRecord,
  type AuthorisationRecord,
  newUserRecord,
  type UserRecord,
  without,
} from '../domain/user-record.ts';
import { randomIds } from '../ports/ports.ts';
import { inTrace } from '../ports/trace.ts';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';
import {
  CLIENT_DOCUMENT,
  ClientRemovedError,
  type ClientStore,
  DamagedDocumentError,
  type Document,
  workItem,
} from '../store/port.ts';
import { ClientState, clientRecordOf, clockAt, isFrozen, movedTo, shownBy } from './client-state.ts';
import { seededWorld, startingClient } from './seeded-world.ts';
import type { UserRule } from './user-write.ts';
import { Users } from './users.ts';

const people = world('users-test', { users: 40, born: someBirth });
const seeded = seededWorld(people);

const birth = {
  seed: 'users-test',
  users: 40,
  born: new Date(someBirth).toISOString(),
  clock: 'real',
} as const;
const root = startingClient({ name: 'client', birth, world: people, members: [], realNow: 0, epoch: '' });

/** The users of a client in a store of its own. */
async function newUsers(
  clientStore: ClientStore = memoryStore().clientStore('client'),
  starting = seeded,
): Promise<Users> {
  await clientStore.change(CLIENT_DOCUMENT, () => ({
    document: root as unknown as Document,
    sortKey: CLIENT_DOCUMENT,
    result: undefined,
  }));
  const ports = {
    realNow: () => Date.parse('2026-11-01T00:00:00Z'),
    ids: randomIds,
    nextCheck: nextRecurringCheck,
  };
  const state = new ClientState(clientStore, ports.realNow);
  return new Users({ clientStore, state, worldOf: () => starting, profile: defaultProfile(), ports });
}

const fresh = (created_at = '2026-11-01T00:00:00.000Z') =>
  newUserRecord({ user_id: randomUUID(), created_at });

async function allIds(users: Users, newestFirst = false): Promise<string[]> {
  const { users: page } = await users.list({ offset: 0, limit: 1000, newestFirst }, root);
  return page.map((user) => user.user_id);
}

describe('the users of a client', () => {
  it('are those of the starting world until a change touches them', async () => {
    const users = await newUsers();
    const ids = await allIds(users);
    expect(ids).toEqual(Array.from({ length: people.userCount }, (_, index) => people.userId(index)));
    expect(await users.has(seededUserId('another seed', 1), root)).toBe(false);
  });

  it('list the same in either direction, over any page, whatever was created, changed and deleted', async () => {
    const step = fc.record({ kind: fc.constantFrom('create', 'rename', 'remove'), place: fc.nat(60) });
    const steps = fc.array(step, { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(50), fc.integer({ min: 1, max: 30 }), async (actions, offset, limit) => {
        const users = await newUsers();
        const { users: model } = await users.list({ offset: 0, limit: 1000, newestFirst: false }, root);
        for (const [index, { kind, place }] of actions.entries()) {
          const chosen = model[place % model.length];
          if (kind === 'create') {
            const record = fresh();
            await users.create(record);
            model.push(record.user);
          } else if (chosen && kind === 'rename') {
            const user = { ...chosen, forename: `Renamed ${index}` };
            await users.change(user.user_id, () => ({ changedFields: { user }, result: undefined }));
            model[model.indexOf(chosen)] = user;
          } else if (chosen) {
            model.splice(model.indexOf(chosen), 1);
            expect(await users.remove(chosen.user_id)).toBeDefined();
            expect(await users.remove(chosen.user_id)).toBeUndefined();
          }
        }
        const page = await users.list({ offset, limit, newestFirst: false }, root);
        expect(page).toEqual({ users: model.slice(offset, offset + limit), total: model.length });
        const reversed = await users.list({ offset, limit, newestFirst: true }, root);
        expect(reversed.users).toEqual([...model].reverse().slice(offset, offset + limit));
      }),
      { numRuns: 30, examples: [[[{ kind: 'create', place: 0 }], people.userCount, 1]] },
    );
  });

  it('keep what was changed, and only that is stored', async () => {
    const clientStore = memoryStore().clientStore('client');
    const users = await newUsers(clientStore);
    const id = people.userId(2);
    const before = await users.read(id);
    for (let index = 0; index < people.userCount; index += 1) await users.read(people.userId(index));
    await users.change(id, (record) => ({
      changedFields: { user: { ...record.user, forename: 'Renamed' } },
      result: undefined,
    }));
    const after = await users.read(id);
    expect(after?.user.forename).toBe('Renamed');
    expect(after?.entries).toEqual(before?.entries);
    const stored = JSON.stringify(await clientStore.read(id));
    expect(stored.length).toBeLessThan(1000);
    expect(stored).not.toContain('payroll');
    const untouched = people.userId(3);
    await users.change(untouched, () => ({ result: undefined }));
    expect(await clientStore.read(untouched)).toBeUndefined();
  });

  it('are not made as a whole for a change of their fields', async () => {
    const jobless = {
      ...people,
      person: (index: number) => ({
        ...people.person(index),
        get jobs(): never {
          throw new Error('No test needs a job');
        },
      }),
    };
    const users = await newUsers(undefined, seededWorld(jobless));
    const id = people.userId(people.userCount - 1);
    const renamed = await users.change(id, ({ user }) => ({
      changedFields: { user: { ...user, forename: 'Renamed' } },
      result: true,
    }));
    expect(renamed).toBe(true);
    const record = await users.read(id);
    expect(record?.user.forename).toBe('Renamed');
    expect(() => record?.entries).toThrow('No test needs a job');
  });

  it('forget an item of the starting world for good', async () => {
    const users = await newUsers();
    const id = people.userId(0);
    const entry = Object.keys((await users.read(id))?.entries ?? {})[0] as string;
    await users.change(id, (record) => ({
      changedFields: { entries: without(record.entries, entry) },
      result: undefined,
    }));
    expect((await users.read(id))?.entries[entry]).toBeUndefined();
  });

  it('are found by the ids of what belongs to them', async () => {
    const users = await newUsers();
    const record = fresh();
    await users.create(record);
    expect((await users.ownerOf(resourceId(record.user.user_id, 'anything')))?.user).toEqual(record.user);
    const ownId = people.userId(7);
    expect((await users.ownerOf(resourceId(ownId, 'account')))?.user.user_id).toBe(ownId);
    expect(await users.ownerOf(randomUUID())).toBeUndefined();
  });

  it('leave no file behind, even where a crash came between their end and that of their files', async () => {
    const users = await newUsers();
    const [record, gone] = [fresh(), fresh()];
    const [kept, lost] = [record, gone].map(({ user }) => resourceId(user.user_id, 'document')) as [
      string,
      string,
    ];
    const document = { document_id: kept, file_id: kept } as UserRecord['documents'][string];
    await users.create({ ...record, documents: { [kept]: document } });
    for (const id of [kept, lost, resourceId(people.userId(3), 'another')])
      await users.files.put(id, Buffer.from('%PDF'));
    await users.sweepFiles(async () => {});
    expect(await users.files.list()).toEqual([kept]);
  });

  it('stay as they were when a change throws', async () => {
    const users = await newUsers();
    const record = fresh();
    await users.create(record);
    const change = users.change(record.user.user_id, () => {
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    expect(await users.read(record.user.user_id)).toEqual(record);
  });
});

describe('the recurring check of a user', () => {
  const accepted_at = '2026-10-30T00:00:00.000Z';
  const account: AccountRecord = {
    ...{ account_id: 'account', payroll_provider: 'p', user_name: 'u', created_at: accepted_at, mfa: null },
    ...{ mfa_enabled: false, state: 'linked', source: { kind: 'none' }, lookback_months: 1, magic: null },
    forgotten: [],
  };
  const authorisation: AuthorisationRecord = {
    ...{ authorisation_id: 'consent', term_id: Object.keys(root.terms)[0]!, accepted_at },
    authorisation_category: 'recurring',
  };
  const consenting = async () => {
    const clientStore = memoryStore().clientStore('client');
    const users = await newUsers(clientStore);
    const { user, ...rest } = fresh();
    const settings = { recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' } as const;
    const record = { ...rest, user: { ...user, ...settings }, accounts: { account } };
    await users.create({ ...record, authorisations: { consent: authorisation } });
    const id = user.user_id;
    const item = () => clientStore.work.get(`check-${id}`);
    return { users, id, item, due: async () => (await item())?.due ?? null };
  };
  const set =
    (fields: Partial<User>): UserRule<true> =>
    ({ user }) => ({ changedFields: { user: { ...user, ...fields } }, result: true });

  it('moves with the settings that decide it, and stays where they do not', async () => {
    const { users, id, due } = await consenting();
    await users.change(id, set({ forename: 'Ann' }));
    expect(await due()).toBeNull();
    await users.change(id, () => ({ reschedules: true, result: true }));
    expect(await due()).toBe(Date.parse('2026-11-06'));
    await users.change(id, set({ recurring_check_frequency: 'MONTHLY' }));
    expect(await due()).toBe(Date.parse('2026-11-30'));
    await users.change(id, set({ recurring_checks_enabled: false }));
    expect(await due()).toBeNull();
    await users.change(id, set({ recurring_checks_enabled: true }));
    expect(await due()).toBe(Date.parse('2026-11-30'));
  });

  it('still runs when it is due already, and the next one comes after it', async () => {
    const { users, id, due } = await consenting();
    await users.change(id, () => ({ reschedules: true, result: true }));
    const now = Date.parse('2026-11-06');
    await users.change(id, set({ recurring_check_frequency: 'MONTHLY' }), { now });
    expect(await due()).toBe(now);
    await users.change(id, () => ({ checkedAt: now, result: true }), { now });
    expect(await due()).toBe(Date.parse('2026-11-30'));
  });

  it('goes with the consent or with the account, and comes back with another', async () => {
    const { users, id, item, due } = await consenting();
    await users.change(id, () => ({ reschedules: true, result: true }));
    await users.change(id, () => ({ changedFields: { accounts: {} }, result: true }));
    expect(await item()).toBeUndefined();
    await users.change(id, () => ({ changedFields: { accounts: { account } }, result: true }));
    expect(await due()).toBe(Date.parse('2026-11-06'));
    const revoked = { ...authorisation, revoked_at: accepted_at };
    await users.change(id, () => ({ changedFields: { authorisations: { consent: revoked } }, result: true }));
    expect(await item()).toBeUndefined();
  });
});

it('work of a request belongs to its trace, where it is sent or reads a document', async () => {
  const clientStore = memoryStore().clientStore('client');
  const users = await newUsers(clientStore);
  const id = people.userId(1);
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const kinds = ['delivery', 'extraction', 'expiry'];
  const work = kinds.map((kind) => workItem({ id: kind, kind, owner: id, due: 1 }));
  const change = () => users.change(id, () => ({ work, result: true }));
  await inTrace(traceparent, undefined, () => ({ name: '', kind: 'server' }), change);
  const traces = await Promise.all(
    kinds.map(async (kind) => (await clientStore.work.get(kind))?.data['trace']),
  );
  expect(traces).toEqual([traceparent, traceparent, undefined]);
  await change();
  expect((await clientStore.work.get('delivery'))?.data).toEqual({});
});

it('a client begins with its name, the terms of its world and a clock as its birth says', () => {
  const named = (name: string) =>
    startingClient({ name, birth, world: people, members: [], realNow: 5000, epoch: 'e' });
  expect(named('sandbox').configuration.client_display_name).toBe('Sandbox Lender');
  expect(root.configuration).toMatchObject({
    client_display_name: 'Sandbox Lender (client)',
    client_logo: 'https://client.example/logo.svg',
    client_callback_url: 'https://client.example/journey-ended',
    ...{ payslip_upload_enabled: true, payroll_connections_enabled: true, recurring_checks_enabled: false },
    ...{ payroll_period_months: 12, recurring_check_frequency: 'MONTHLY' },
  });
  expect(root).toMatchObject({ webhooks: {}, faults: [], members: {}, configured_members: [], birth });
  expect(Object.keys(root.terms)).toEqual(people.terms.map(({ term }) => term.id));
  const clockOf = (clock: 'real' | 'running' | 'frozen') =>
    startingClient({
      name: 'c',
      birth: { ...birth, clock },
      world: people,
      members: [],
      realNow: 5,
      epoch: '',
    }).clock;
  expect(clockOf('real')).toEqual({ ahead_ms: 0 });
  expect(clockOf('running')).toEqual({ ahead_ms: Date.parse(birth.born) - 5 });
  expect(clockOf('frozen')).toEqual({ frozen_at: Date.parse(birth.born) });
});

describe('the clock of a client', () => {
  it('goes with real time at its distance, or stands still, and moves forward only', () => {
    expect(shownBy({ ahead_ms: 10 }, 100)).toBe(110);
    expect(shownBy({ frozen_at: 7 }, 100)).toBe(7);
    expect([isFrozen({ ahead_ms: 0 }), isFrozen({ frozen_at: 0 })]).toEqual([false, true]);
    expect(clockAt(50, 20, false)).toEqual({ ahead_ms: 30 });
    expect(clockAt(50, 20, true)).toEqual({ frozen_at: 50 });
    expect(movedTo({ frozen_at: 7 }, 9, 0)).toEqual({ frozen_at: 9 });
    expect(movedTo({ ahead_ms: 1 }, 200, 100)).toEqual({ ahead_ms: 100 });
    const past = { frozen_at: 7 };
    expect(movedTo(past, 7, 0)).toBe(past);
    expect(movedTo(past, 6, 0)).toBe(past);
  });

  it('is read with whether it stands still; a damaged client says so at every read', async () => {
    const clientStore = memoryStore().clientStore('client');
    await newUsers(clientStore);
    const state = new ClientState(clientStore, () => 40);
    expect(await state.clock()).toEqual({ now: 40, isFrozen: false });
    expect(await state.now()).toBe(40);
    const same = await state.change((record) => ({ record, result: 'same' }));
    expect(same).toBe('same');
    state.damage = new DamagedDocumentError('broken');
    await expect(state.read()).rejects.toThrow('broken');
    expect(() => clientRecordOf(undefined)).toThrow(ClientRemovedError);
  });
});
