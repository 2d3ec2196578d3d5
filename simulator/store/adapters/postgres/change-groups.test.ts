import { expect, it } from 'vitest';
import { StoreUnavailableError } from '../../port.ts';
import { ChangeGroups, type Outcome } from './change-groups.ts';

it('2,000 changes wait for a lock that is taken, and the next is refused at once', async () => {
  let commits = 0;
  const held: (() => void)[] = [];
  const groups = new ChangeGroups<{ id: string; options: object }>(async (_, group) => {
    commits += 1;
    if (commits === 1) await new Promise<void>((resolve) => held.push(resolve));
    return group.map(({ id }): Outcome => ({ result: id }));
  });
  const add = (id: string) => groups.add(0, { id, options: {} });
  const first = add('first');
  const waiting = Array.from({ length: 2000 }, (_, n) => add(`user-${n}`));
  await expect(add('one too many')).rejects.toThrow(StoreUnavailableError);
  for (const release of held) release();
  expect(await first).toBe('first');
  expect(await Promise.all(waiting)).toHaveLength(2000);
  expect(commits).toBe(21);
});
