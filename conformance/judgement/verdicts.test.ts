import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idlePatterns, isSelected, matchesClause } from '../../spec/clause-patterns.ts';
import { loadClauses } from '../../spec/clauses.ts';
import { runSchedule } from '../suite/engine/run-schedule.ts';
import { parseReplay, replayToken, seedFor } from './replay.ts';

const ids = loadClauses().map(({ id }) => id);

test('a replay token is read as it was written', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ids),
      fc.integer(),
      fc.option(fc.constantFrom('0', '3:0:1', '12:4'), { nil: undefined }),
      (clause, seed, path) => {
        const replay = { clause, seed, ...(path !== undefined && { path }) };
        expect(parseReplay(replayToken(replay))).toEqual(replay);
      },
    ),
  );
  expect(parseReplay('anything else')).toBeUndefined();
  const path = `3:${Array(34).fill(0).join(':')}:1:10:10`;
  expect(replayToken({ clause: 'users.list.count', seed: -7, path })).toBe(
    'users.list.count@-7/3:0*34:1:10*2',
  );
});

test('a pattern is a clause, all below a prefix, or a glob', () => {
  expect(matchesClause('users.patch.sets', 'users.patch.sets')).toBe(true);
  expect(matchesClause('users.patch', 'users.patch.sets')).toBe(true);
  expect(matchesClause('users', 'users.patch.sets')).toBe(true);
  expect(matchesClause('user', 'users.patch.sets')).toBe(false);
  expect(matchesClause('*.unknown', 'users.patch.unknown')).toBe(true);
  expect(matchesClause('users.*.sets', 'users.patch.sets')).toBe(true);
  expect(matchesClause('users.*.sets', 'users-patch-sets')).toBe(false);
});

test('what is left out wins over what is asked for', () => {
  expect(isSelected('users.patch.sets', ['users'], ['users.patch'])).toBe(false);
  expect(isSelected('users.list.count', ['users'], ['users.patch'])).toBe(true);
  expect(isSelected('webhooks.list.current', [], [])).toBe(true);
});

test('a pattern that fits nothing is reported', () => {
  expect(idlePatterns(['users', 'user.*', 'users.patch.sats'], ids)).toEqual(['user.*', 'users.patch.sats']);
});

test('every clause has a seed of its own, and the same one in every run of a seed', () => {
  expect(new Set(ids.map((id) => seedFor(42, id))).size).toBe(ids.length);
  expect(seedFor(42, 'users.patch.sets')).toBe(seedFor(42, 'users.patch.sets'));
  expect(seedFor(42, 'users.patch.sets')).not.toBe(seedFor(43, 'users.patch.sets'));
});

test('those that need the client to themselves run alone, after the others, and the clock last', async () => {
  const running = new Set<string>();
  const order: string[] = [];
  const alone: string[] = [];
  const items = ['clock', 'a', 'b', 'users', 'c', 'configuration'];
  const kind = (item: string) => (item.length > 1 ? (item as 'clock') : undefined);
  await runSchedule(items, 3, kind, async (item) => {
    running.add(item);
    if (item.length > 1 && running.size === 1) alone.push(item);
    await Promise.resolve();
    running.delete(item);
    order.push(item);
  });
  expect(order.slice(3)).toEqual(['users', 'configuration', 'clock']);
  expect(alone).toEqual(['users', 'configuration', 'clock']);
});
