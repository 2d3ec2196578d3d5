import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resourceId, seededUserId } from '../../generators/ids.ts';
import { someBirth } from '../../generators/testing/births.ts';
import { world } from '../../generators/world/world.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { nextRecurringCheck } from '../domain/recurring.ts';
import { newUserRecord, type UserRecord, without } from '../domain/user-record.ts';
import { randomIds } from '../ports/ports.ts';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';
import { CLIENT_DOCUMENT, type ClientStore, type Document } from '../store/port.ts';
import { ClientState } from './client-state.ts';
import { seededWorld, startingClient } from './seeded-world.ts';
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
  it('are those of the starting world until somebody touches them', async () => {
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
      { numRuns: 30 },
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
  });

  it('are not made as a whole for a change of their fields', async () => {
    const jobless = {
      ...people,
      person: (index: number) => ({
        ...people.person(index),
        get jobs(): never {
          throw new Error('Nobody has asked for a job');
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
    expect(() => record?.entries).toThrow('Nobody has asked for a job');
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
