import { afterEach, describe, expect, it } from 'vitest';
import { type Arranging, arranging } from '../arrangement/testing/arranging.ts';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';
import { type Store, StoreUnavailableError } from '../store/port.ts';
import { startReceiver } from '../webhooks/testing/receiver.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function at(...given: Parameters<typeof arranging>): Promise<Arranging> {
  const made = await arranging(...given);
  closing.push(made.close);
  return made;
}

const born = '2028-06-15T09:00:00.000Z';

/** A user whose payroll is checked every hour. */
async function hourly({ user, accept, call }: Arranging): Promise<string> {
  const id = await user({ recurring_checks_enabled: true, recurring_check_frequency: 'HOURLY' });
  const term = await call('POST', '/_sandbox/terms', { authorisation_category: 'recurring' });
  await accept(id, { term_id: term.body.id });
  await call('POST', `/_sandbox/users/${id}/accounts`, { payroll: [] });
  return id;
}

describe('a world that begins at a time of its own', () => {
  it('starts its clock there, and returns there with a reset', async () => {
    const { call } = await at({ now: born, frozen: true });
    expect((await call('GET', '/_sandbox/clock')).body).toEqual({ now: born, frozen: true });
    await call('POST', '/_sandbox/clock', { by: 'P1Y' });
    await call('POST', '/_sandbox/reset', {});
    expect((await call('GET', '/_sandbox/clock')).body).toEqual({ now: born, frozen: true });
  });

  it('goes on from there unless it is frozen', async () => {
    const { call } = await at({ now: born });
    const { body } = await call('GET', '/_sandbox/clock');
    expect(body.frozen).toBe(false);
    expect(Date.parse(body.now) - Date.parse(born)).toBeGreaterThanOrEqual(0);
    expect(Date.parse(body.now) - Date.parse(born)).toBeLessThan(60_000);
  });

  it('keeps its birth with its data, and refuses another', async () => {
    const store = memoryStore();
    const first = await arranging({ store, now: born, frozen: true });
    await first.call('POST', '/_sandbox/clock', { by: 'P1D' });
    await first.close();
    const second = await at({ store });
    expect((await second.call('GET', '/_sandbox/clock')).body.now).toBe('2028-06-16T09:00:00.000Z');
    await expect(arranging({ store, now: '2028-06-15T09:00:01Z' })).rejects.toThrow(`born at ${born}`);
  });
});

describe('a frozen clock', () => {
  it('can be stopped and let go, alone or with a move, and stands still until moved', async () => {
    const { call } = await at({ now: born });
    const stopped = await call('POST', '/_sandbox/clock', { frozen: true });
    expect(stopped.body).toMatchObject({ frozen: true, effects: [] });
    expect((await call('GET', '/_sandbox/clock')).body.now).toBe(stopped.body.now);
    const moved = await call('POST', '/_sandbox/clock', { to: '2029-01-01T00:00:00Z' });
    expect(moved.body).toMatchObject({ now: '2029-01-01T00:00:00.000Z', frozen: true });
    const going = await call('POST', '/_sandbox/clock', { by: 'PT1H', frozen: false });
    expect(going.body.frozen).toBe(false);
    expect(going.body.now >= '2029-01-01T01:00:00.000Z').toBe(true);
  });
});

describe('a running clock that is to stop', () => {
  /** A sandbox at which time passes with every look at it. */
  const passing = () => {
    let now = Date.parse(born);
    return at({
      wrap: {
        ports: <P extends { realNow: () => number }>(ports: P): P => ({ ...ports, realNow: () => now++ }),
      },
    });
  };

  it('stops at the time that it is moved to, whether or not there is work on the way', async () => {
    const made = await passing();
    const stopped = { now: '2028-06-15T09:30:00.000Z', frozen: true };
    const body = { to: stopped.now, frozen: true };
    expect((await made.call('POST', '/_sandbox/clock', body)).body).toMatchObject(stopped);
    expect((await made.call('GET', '/_sandbox/clock')).body).toEqual(stopped);
    await hourly(made);
    const { effects } = (await made.call('POST', '/_sandbox/clock', { by: 'PT3H', frozen: false })).body;
    const nextCheck = new Date(Date.parse(effects.at(-1).at) + 3_600_000).toISOString();
    const moved = await made.call('POST', '/_sandbox/clock', { to: nextCheck, frozen: true });
    expect(moved.body).toMatchObject({ now: nextCheck, frozen: true });
    expect(moved.body.effects).toMatchObject([{ kind: 'recurring-check', at: nextCheck }]);
  });

  it('goes on where a move is refused', async () => {
    const made = await passing();
    await hourly(made);
    for (const to of ['2028-06-14T00:00:00Z', '2048-06-14T00:00:00Z'])
      expect((await made.call('POST', '/_sandbox/clock', { to, frozen: true })).status).toBe(400);
    expect((await made.call('GET', '/_sandbox/clock')).body.frozen).toBe(false);
  });
});

/** Handlers whose callers have all left. */
const abandoned = <All extends object>(handlers: All): All =>
  Object.fromEntries(
    Object.entries(handlers).map(([id, handle]) => [
      id,
      (context: object) => handle({ ...context, callerLeft: () => AbortSignal.abort() }),
    ]),
  ) as All;

describe('what needs the client to itself', () => {
  it.each([
    ['POST', 'clock', { by: 'P1D' }],
    ['POST', 'reset', {}],
    ['GET', 'snapshot', undefined],
  ])(
    'waits no longer than its caller, and says what it waited for: %s /_sandbox/%s',
    async (method, path, body) => {
      const store = memoryStore();
      const { call } = await at({ store, wrap: { arrangement: abandoned } });
      const answer = await store
        .clientStore('sandbox')
        .exclusively(() => call(method, `/_sandbox/${path}`, body), { purpose: 'a task of the test' });
      expect(answer.status).toBe(503);
      expect(answer.body.errors.join()).toMatch(/a task of the test.*the caller left/);
    },
  );
});

describe('a move of the clock', () => {
  it('is refused for what is no duration, with the field and what it may be', async () => {
    const { call } = await at();
    for (const by of ['1 month', 'P', 'PT', 'P-1D', '']) {
      const { status, body } = await call('POST', '/_sandbox/clock', { by });
      expect([by, status]).toEqual([by, 400]);
      expect(body.errors.join()).toMatch(/\[by\].*ISO 8601 duration, such as P1M/);
    }
    for (const body of [{}, { frozen: 'yes' }, { to: born, by: 'P1D' }, { to: 'soon' }])
      expect((await call('POST', '/_sandbox/clock', body)).status).toBe(400);
  });

  it('is not undone, and undoes nothing, when a reset comes while it is under way', async () => {
    const arranged = await at({ now: born, frozen: true });
    const { call } = arranged;
    const count = async () => (await call('GET', '/users?limit=1')).body.pagination.total_count;
    const before = await count();
    await hourly(arranged);
    const [moved, reset] = await Promise.all([
      call('POST', '/_sandbox/clock', { by: 'P20D' }),
      call('POST', '/_sandbox/reset', {}),
    ]);
    expect([moved.status, reset.status]).toEqual([200, 200]);
    const { now } = (await call('GET', '/_sandbox/clock')).body;
    // Whichever came last holds.
    expect([born, '2028-07-05T09:00:00.000Z']).toContain(now);
    expect(await count()).toBe(before);
  });

  it.each([
    [
      'less than once for each check of one user that finds nothing',
      1,
      { all: 1, claims: 0.1, changes: 0.2 },
    ],
    ['a dozen times for each check of several, and not in vain', 2, { all: 8, claims: 1, changes: 2 }],
  ])('asks the store %s', async (_, users, most) => {
    const calls: string[] = [];
    const arranged = await at({ store: counting(calls), now: born, frozen: true });
    for (let user = 0; user < users; user += 1) await hourly(arranged);
    calls.length = 0;
    const { body } = await arranged.call('POST', '/_sandbox/clock', { by: 'P10D' });
    const checks = body.effects.filter(({ kind }: { kind: string }) => kind === 'recurring-check').length;
    expect(checks).toBeGreaterThanOrEqual(240 * users);
    expect(calls.length).toBeLessThan(most.all * checks);
    expect(calls.filter((name) => name === 'claim').length).toBeLessThanOrEqual(most.claims * checks + 5);
    expect(calls.filter((name) => name === 'change').length).toBeLessThanOrEqual(most.changes * checks + 5);
  });

  it('over many checks does what moves from one to the next do', async () => {
    const receiver = await startReceiver();
    closing.push(receiver.close);
    const arranged = await at({ now: born, frozen: true });
    const { call } = arranged;
    const userId = await hourly(arranged);
    // Payslips come in on the way, and another user's checks lie between those of the first.
    await call('POST', `/_sandbox/users/${userId}/accounts`, {});
    await call('POST', '/_sandbox/clock', { by: 'PT30M' });
    await hourly(arranged);
    await call('POST', '/webhooks', { name: 'w', events: ['user-payroll-submitted'], url: receiver.url });
    const { body: before } = await call('GET', '/_sandbox/snapshot');
    const moved = async (moves: readonly string[]) => {
      await call('PUT', '/_sandbox/snapshot', before);
      const effects: Record<string, unknown>[] = [];
      for (const by of moves) effects.push(...(await call('POST', '/_sandbox/clock', { by })).body.effects);
      const held = (await call('GET', `/_sandbox/users/${userId}`)).body;
      const told = effects.filter(({ kind }) => kind !== 'life-event');
      return {
        effects: told.map(({ at: when, kind, found, state }) => ({ when, kind, found, state })),
        entries: held.entries.map(({ created_at }: { created_at: string }) => created_at),
      };
    };
    const once = await moved(['P35D']);
    expect(once.entries.length).toBeGreaterThan(0);
    expect(once.effects.filter(({ kind }) => kind === 'delivery-attempt').length).toBeGreaterThan(0);
    expect(once).toEqual(await moved(Array.from({ length: 35 * 4 }, () => 'PT6H')));
  });

  it('that fails half way has come half way, and can be gone on with', async () => {
    const { store, fail } = failing();
    const arranged = await at({ store, now: born, frozen: true });
    const { call } = arranged;
    const userId = await hourly(arranged);
    // With another user's checks at the same times, each is a step of its own.
    await hourly(arranged);
    fail(
      ({ id, claim }) => id === userId && claim && (claim.item.due ?? 0) >= Date.parse(born) + 5 * 3_600_000,
    );
    const broken = await call('POST', '/_sandbox/clock', { by: 'PT10H' });
    expect(broken.status).toBe(503);
    expect((await call('GET', '/_sandbox/clock')).body.now).toBe('2028-06-15T14:00:00.000Z');
    fail(() => false);
    const { body } = await call('POST', '/_sandbox/clock', { to: '2028-06-15T19:00:00.000Z' });
    const checks = body.effects.filter(
      ({ kind, user_id }: { kind: string; user_id: string }) =>
        kind === 'recurring-check' && user_id === userId,
    );
    expect(checks.map(({ at }: { at: string }) => at.slice(11, 13))).toEqual([
      '14',
      '15',
      '16',
      '17',
      '18',
      '19',
    ]);
  });

  it('lists expiries, checks and deliveries in the order of time', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    closing.push(receiver.close);
    const arranged = await at({ now: born, frozen: true });
    const { call } = arranged;
    const userId = await hourly(arranged);
    await call('POST', '/webhooks', { name: 'w', events: ['user-payroll-submitted'], url: receiver.url });
    await call('POST', `/_sandbox/users/${userId}/tokens`, { expires_in: 5400 });
    await call('POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}] });
    const { body } = await call('POST', '/_sandbox/clock', { by: 'PT3H' });
    const effects = body.effects as { at: string; kind: string }[];
    expect(effects.map(({ at }) => at)).toEqual(effects.map(({ at }) => at).sort());
    expect(effects.filter(({ kind }) => kind === 'expiry').map(({ at }) => at)).toEqual([
      '2028-06-15T10:30:00.000Z',
    ]);
    expect(effects.filter(({ kind }) => kind === 'recurring-check')).toHaveLength(3);
    expect(effects.filter(({ kind }) => kind === 'delivery-attempt').length).toBeGreaterThan(3);
  });
});

/** A store that notes every call of its clients. */
function counting(calls: string[]): Store {
  const store = memoryStore();
  const noted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name === 'work') return noted(value as object);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          calls.push(String(name));
          return value.apply(target, given);
        };
      },
    });
  return { ...store, clientStore: (client) => noted(store.clientStore(client)) };
}

type Asked = { id: string; claim: { item: { due: number | null } } | undefined };

/** A store whose changes fail while a flag is set. */
function failing(): { store: Store; fail: (when: (asked: Asked) => unknown) => void } {
  const store = memoryStore();
  let fails: (asked: Asked) => unknown = () => false;
  return {
    store: {
      ...store,
      clientStore(client) {
        const clientStore = store.clientStore(client);
        return new Proxy(clientStore, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name, target);
            if (typeof value !== 'function') return value;
            if (name !== 'change') return value.bind(target);
            return async (...given: Parameters<typeof clientStore.change>) => {
              if (fails({ id: given[0], claim: given[2]?.claim }))
                throw new StoreUnavailableError('The disk is full');
              return clientStore.change(...given);
            };
          },
        });
      },
    },
    fail: (when) => {
      fails = when;
    },
  };
}

it('lists what happens to people on the way, in order, among the other effects, and of no deleted user', async () => {
  const { call } = await at({ now: born, frozen: true, users: 90 });
  const { effects } = (await call('POST', '/_sandbox/clock', { by: 'P3Y' })).body;
  const lives = effects.filter(({ kind }: { kind: string }) => kind === 'life-event');
  const events = new Set(lives.map(({ event }: { event: string }) => event));
  for (const event of ['new-job', 'left-job', 'moved', 'pay-rise', 'sick-leave'])
    expect(events).toContain(event);
  const times = effects.map(({ at: when }: { at: string }) => when);
  expect(times).toEqual(times.toSorted());
  expect(
    lives.every(({ at: when }: { at: string }) => when > born && when <= '2031-06-15T09:00:00.000Z'),
  ).toBe(true);
  const again = await at({ now: born, frozen: true, users: 90 });
  const { user_id: gone } = lives[0];
  await again.call('DELETE', `/users/${gone}`);
  const same = (await again.call('POST', '/_sandbox/clock', { by: 'P3Y' })).body.effects;
  expect(same.filter(({ kind }: { kind: string }) => kind === 'life-event')).toEqual(
    lives.filter(({ user_id }: { user_id: string }) => user_id !== gone),
  );
});
