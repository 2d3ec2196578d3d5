import { expect, test } from 'vitest';
import { type Context, check } from '../judgement/check.ts';
import { expectThat } from '../judgement/expect.ts';
import { evidenceLines, evidenceText } from '../report/evidence.ts';
import { countCheck, of, run, setsCheck } from '../testing/run-fake.ts';
import { probe, seen } from './learn/probe.ts';

const lists = async ({ call }: Pick<Context, 'call'>): Promise<void> => void (await call('listUsers'));

const pathOf = (result: Awaited<ReturnType<typeof run>>, clause: string) => of(result, clause).evidence;

test('a verdict says by which path its evidence came', async () => {
  const depends = check('users.list.echo', { uses: ['members.roles'] }).by(lists);
  const profile = { points: { 'members.roles': ['clerk'] } };
  const result = await run({ checks: [countCheck, setsCheck, depends] }, { only: ['users'], profile });
  expect(pathOf(result, 'users.list.count')).toEqual({ path: 'public' });
  expect(pathOf(result, 'users.patch.sets')).toEqual({ path: 'arranged', arranged: ['createUser'] });
  expect(pathOf(result, 'users.list.echo')).toEqual({ path: 'declared', declared: ['members.roles'] });
  expect(pathOf(result, 'users.list.total-count')).toBeUndefined();
  expect(evidenceLines(result)).toEqual([
    'Evidence: 1 of 3 verdicts on the public interface alone, 1 on what a profile declares, 1 on what was arranged.',
  ]);
  expect(evidenceText({ path: 'arranged', arranged: ['accept', 'createUser'], declared: ['x'] })).toBe(
    'arranged by accept, createUser; declared: x',
  );
  const alone = { ...result, clauses: [of(result, 'users.patch.sets')] };
  expect(evidenceLines(alone)).toEqual([
    'Evidence: 0 of 1 verdict on the public interface alone, 1 on what was arranged.',
  ]);
});

test('what a point was learnt with, and what checks share, counts as arranged', async () => {
  const learning = probe('users.list.order', { needs: ['users'] }).by(async ({ arrange }) => {
    await arrange.createUser();
    return seen('oldest-first');
  });
  const depends = check('users.list.echo', { points: ['users.list.order'] }).by(lists);
  const sharing = check('users.list.count').by(({ shared }) =>
    shared('one', async ({ arrange }) => void (await arrange.createUser())),
  );
  const result = await run({ checks: [depends, sharing], probes: [learning] }, { only: ['users'] });
  for (const clause of ['users.list.echo', 'users.list.count'])
    expect(pathOf(result, clause)).toEqual({ path: 'arranged', arranged: ['createUser'] });
});

test('of two checks of a clause that agree, the one with more public evidence counts; a failure keeps its own evidence', async () => {
  const arranged = (holds: boolean) =>
    check('users.list.count', { needs: ['users'] }).by(async ({ arrange }) => {
      await arrange.createUser();
      expectThat(holds, 'so', 'not so');
    });
  const both = await run({ checks: [arranged(true), countCheck] });
  expect(pathOf(both, 'users.list.count')?.path).toBe('public');
  const failing = await run({ checks: [countCheck, arranged(false)] });
  expect(of(failing, 'users.list.count').verdict).toBe('fail');
  expect(pathOf(failing, 'users.list.count')?.path).toBe('arranged');
});

test('with public evidence alone nothing is arranged, and what needs it is not judged', async () => {
  const held = check('users.list.echo', { readsOnly: true }).by(
    async ({ arrange }) => void (await arrange.held({})),
  );
  const options = { only: ['users'], evidence: 'public' as const };
  const result = await run({ checks: [countCheck, setsCheck, held] }, options);
  expect(pathOf(result, 'users.list.count')).toEqual({ path: 'public' });
  expect(of(result, 'users.patch.sets').skip?.enable[0]).toBe('run without --evidence public');
  expect(of(result, 'users.list.echo').verdict).toBe('skip');
});
