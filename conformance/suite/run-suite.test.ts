import { describe, expect, test } from 'vitest';
import { check } from '../judgement/check.ts';
import { expectEqual, expectThat } from '../judgement/expect.ts';
import { CannotArrange } from '../judgement/failure.ts';
import type { ProgressEvent } from '../judgement/options.ts';
import { countCheck as count, of, run, setsCheck as sets, wrongCount } from '../testing/run-fake.ts';
import { probe, seen } from './learn/probe.ts';

describe('verdicts', () => {
  test('a clause that is kept passes, and what was not run never reads as pass', async () => {
    const result = await run({ checks: [count, sets] }, { only: ['users'] });
    expect(result.exitCode).toBe(0);
    expect(result.totals).toMatchObject({ pass: 2, judged: 2, fail: 0, error: 0 });
    expect(of(result, 'users.patch.sets').verdict).toBe('pass');
    expect(of(result, 'users.list.echo').skip?.kind).toBe('no-check');
    expect(of(result, 'webhooks.list.current').skip?.kind).toBe('not-selected');
  });

  test('a broken property is shrunk to its smallest input, with the request that shows it', async () => {
    const result = await run({ checks: [count] }, {}, wrongCount);
    const { verdict, failure } = of(result, 'users.list.count');
    expect([result.exitCode, verdict]).toEqual([1, 'fail']);
    expect(failure).toMatchObject({ expected: 'the count to be 0', actual: '9' });
    expect(failure?.counterexample).toBe('{"offset":1,"limit":8}');
    expect(failure?.exchange).toMatchObject({ operation: 'listUsers', status: 200 });
    expect(failure?.exchange?.curl).toContain('/users?offset=1&limit=8');
  });

  test('a replay token brings back the one smallest case', async () => {
    const first = await run({ checks: [count] }, {}, wrongCount);
    const replay = of(first, 'users.list.count').failure?.replay;
    const again = await run({ checks: [count, sets] }, { seed: 99, replay }, wrongCount);
    expect(of(again, 'users.list.count')).toMatchObject({ verdict: 'fail', runs: 1 });
    expect(of(again, 'users.list.count').failure?.counterexample).toBe('{"offset":1,"limit":8}');
    expect(of(again, 'users.patch.sets').skip?.kind).toBe('not-selected');
  });

  test('an exception of the check itself is an error of the suite, not a failure of the target', async () => {
    const broken = check('users.list.count').by(async () => {
      throw new RangeError('a slip of the author');
    });
    const result = await run({ checks: [broken] });
    expect(result.exitCode).toBe(4);
    expect(of(result, 'users.list.count')).toMatchObject({
      verdict: 'error',
      error: { message: 'a slip of the author' },
    });
  });

  test.each([undefined, null, 5])(
    'a field of an answer that is %s, where a text was expected, is shown',
    async (field) => {
      const shows = check('users.list.count', {}).by(async () => expectThat(false, 'a time', field as never));
      const { failure } = of(await run({ checks: [shows] }), 'users.list.count');
      expect(failure?.actual).toBe(String(field ?? 'nothing'));
    },
  );

  test('an answer that cannot be read fails the clause that reads it', async () => {
    const result = await run({ checks: [count] }, {}, ({ path }) =>
      path === '/users' ? { status: 200, body: { users: 'none' } } : undefined,
    );
    expect(of(result, 'users.list.count').failure?.expected).toBe('a body of the stated shape');
  });

  test('progress reports each clause once, a failing one at once, and counts as the verdict does', async () => {
    const failing = check('users.list.count').by(async () => expectThat(false, 'something', 'nothing'));
    const events: ProgressEvent[] = [];
    const options = { concurrency: 1, onProgress: (event: ProgressEvent) => void events.push(event) };
    const result = await run({ checks: [failing, count, sets, sets, count] }, options);
    const told = events.flatMap((event) => (event.kind === 'clause' ? [event.result] : []));
    expect(told.map(({ clause, verdict }) => [clause, verdict])).toEqual([
      ['users.list.count', 'fail'],
      ['users.patch.sets', 'pass'],
    ]);
    // The points to learn count as well, and the same from the first phase to the last.
    const totals = events.flatMap((event) =>
      event.kind === 'phase' && event.total > 0 ? [event.total] : [],
    );
    expect(new Set(totals).size).toBe(1);
    expect(totals[0]).toBeGreaterThan(2);
    expect(told.filter(({ verdict }) => verdict === 'fail')).toHaveLength(result.totals.fail);
  });

  test('with bail the run ends with the first failure that is not known, and says so of the others', async () => {
    const failing = check('users.list.count').by(async () => expectThat(false, 'something', 'nothing'));
    const options = { concurrency: 1, bail: true };
    const result = await run({ checks: [failing, sets] }, options);
    expect([result.exitCode, result.stopped]).toEqual([1, expect.stringContaining('--bail')]);
    expect(of(result, 'users.list.count').verdict).toBe('fail');
    expect(of(result, 'users.patch.sets').skip).toMatchObject({ kind: 'stopped' });
    const known = await run({ checks: [failing, sets] }, { ...options, baseline: ['users.list.count'] });
    expect(of(known, 'users.patch.sets').verdict).toBe('pass');
  });

  test('of several checks of a clause the gravest verdict counts', async () => {
    const failing = check('users.list.count').by(async () => expectThat(false, 'something', 'nothing'));
    expect(of(await run({ checks: [count, failing, count] }), 'users.list.count').verdict).toBe('fail');
  });

  test('a known failure does not count, and a listed clause that passes is stale', async () => {
    const baseline = ['users.list.count', 'users.patch.sets'];
    const result = await run({ checks: [count, sets] }, { baseline }, wrongCount);
    expect(of(result, 'users.list.count')).toMatchObject({ verdict: 'fail', baseline: 'known' });
    expect(of(result, 'users.patch.sets')).toMatchObject({ verdict: 'pass', baseline: 'stale' });
    expect([result.exitCode, result.totals.known, result.totals.stale]).toEqual([0, 1, 1]);
  });
});

describe('an implied clause that does not hold', () => {
  const echo = check('users.list.echo').by(async () => expectThat(false, 'an echo', 'silence'));

  test('is a warning with all that a failure has, and fails nothing', async () => {
    const result = await run({ checks: [count, echo] });
    expect(of(result, 'users.list.echo')).toMatchObject({
      verdict: 'warn',
      level: 'implied',
      why: expect.stringMatching(/.\.$/),
      failure: { expected: 'an echo', actual: 'silence' },
    });
    expect(result.totals).toMatchObject({ pass: 1, warn: 1, fail: 0, judged: 2 });
    expect([result.exitCode, result.summary]).toEqual([
      0,
      expect.stringMatching(/^1 judged clause passes, and 1 implied one does not hold/),
    ]);
  });

  test('fails where --fail-on implied asks for it', async () => {
    const result = await run({ checks: [count, echo] }, { failOn: 'implied' });
    expect(of(result, 'users.list.echo').verdict).toBe('fail');
    expect([result.exitCode, result.totals.warn]).toEqual([1, 0]);
  });

  test('is known where a baseline lists it, and takes no failure with it', async () => {
    const baseline = ['users.list.echo'];
    const result = await run({ checks: [count, echo] }, { baseline }, wrongCount);
    expect(of(result, 'users.list.echo')).toMatchObject({ verdict: 'warn', baseline: 'known' });
    expect(result.exitCode).toBe(1);
  });
});

describe('what cannot be judged', () => {
  test('is skipped with the reason and what would enable it', async () => {
    const result = await run({ checks: [sets] }, { arrange: 'none' });
    expect(of(result, 'users.patch.sets').skip).toMatchObject({
      kind: 'cannot-arrange',
      message: 'it needs users of its own',
      missing: ['users'],
    });
    expect(of(result, 'users.patch.sets').skip?.enable[0]).toContain('createUser');
    expect(result.exitCode).toBe(3);
  });

  test('is incomplete when it was asked for by name, or when everything was', async () => {
    const stuck = check('users.list.echo').by(async () => {
      throw new CannotArrange('the moon is not full', ['wait']);
    });
    const { exitCode, summary } = await run({ checks: [count, stuck] }, { only: ['users.list.*'] });
    expect([exitCode, summary]).toEqual([
      0,
      expect.stringMatching(/^1 judged clause passes; 9 were not judged; \d+ were not asked for\.$/),
    ]);
    expect((await run({ checks: [count, stuck] }, { strict: true, only: ['users.list.*'] })).exitCode).toBe(
      3,
    );
    const named = await run({ checks: [count, stuck] }, { only: ['users.list.count', 'users.list.echo'] });
    expect([named.exitCode, named.summary]).toEqual([3, '1 clause had to be judged and could not be.']);
  });

  test('an open point that is not known holds back the checks that depend on it alone', async () => {
    const needy = check('users.list.pages-tile', { points: ['users.list.offset-meaning'] }).by(
      async ({ points }) => expectEqual(points['users.list.offset-meaning'], 'skip', 'the meaning'),
    );
    const untold = await run({ checks: [needy, count] });
    expect(of(untold, 'users.list.pages-tile').skip?.kind).toBe('unknown-point');
    expect(of(untold, 'users.list.count').verdict).toBe('pass');
    const told = await run(
      { checks: [needy] },
      { profile: { points: { 'users.list.offset-meaning': 'skip' } } },
    );
    expect(of(told, 'users.list.pages-tile').verdict).toBe('pass');
    const learnt = await run({
      checks: [needy],
      probes: [probe('users.list.offset-meaning').by(async () => seen('skip' as const))],
    });
    expect(of(learnt, 'users.list.pages-tile').verdict).toBe('pass');
    expect(learnt.profile.points).toEqual({ 'users.list.offset-meaning': 'skip' });
  });

  test('what depends on no open point is judged before they are learnt', async () => {
    const events: string[] = [];
    const needy = check('users.list.pages-tile', { points: ['users.list.offset-meaning'] }).by(
      async () => void events.push('needy'),
    );
    const free = check('users.list.count').by(async () => void events.push('free'));
    const learning = probe('users.list.offset-meaning').by(async () => {
      events.push('learnt');
      return seen('skip' as const);
    });
    await run({ checks: [needy, free], probes: [learning] });
    expect([...new Set(events)]).toEqual(['free', 'learnt', 'needy']);
  });

  test('a value that the open point does not foresee stays unknown', async () => {
    const odd = probe('users.patch.empty-body').by(async () => seen(418 as 400));
    const { points } = await run({ probes: [odd], checks: [count] });
    const found = points.find(({ point }) => point === 'users.patch.empty-body');
    expect(found).toMatchObject({ verdict: 'unknown', reason: expect.stringContaining('418') });
  });
});
