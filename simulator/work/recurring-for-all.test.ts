import { expect, test } from 'vitest';
import { arranging } from '../arrangement/testing/arranging.ts';

test('a client that switches recurring checks on gets those of all users who consented', async () => {
  const at = await arranging({ now: '2026-03-03T09:00:00Z', frozen: true, users: 86 });
  const checked = async (by: string) => {
    const { effects } = (await at.call('POST', '/_sandbox/clock', { by })).body;
    const checks = effects.filter(({ kind }: { kind: string }) => kind === 'recurring-check');
    for (const { entry_id, found } of checks)
      expect([entry_id, found > 0]).toEqual([entry_id, entry_id !== null]);
    expect(checks.some(({ found }: { found: number }) => found > 0)).toBe(true);
    return new Set(checks.map(({ user_id }: { user_id: string }) => user_id)).size;
  };
  const before = await checked('P1M');
  await at.call('PATCH', '/configuration', { recurring_checks_enabled: true });
  expect(await checked('P1M')).toBeGreaterThan(before + 5);
  await at.call('PATCH', '/configuration', { recurring_checks_enabled: false });
  expect(await checked('P1M')).toBe(before);
  await at.close();
});

test('the own setting of a drawn person who consented is enough', async () => {
  const at = await arranging({ now: '2026-03-03T09:00:00Z', frozen: true, users: 86 });
  const { users } = (await at.call('GET', '/users?limit=100')).body;
  for (const { user_id } of users.slice(60)) {
    const { authorisations } = await at.dossier(user_id);
    if (authorisations[0]?.authorisation_category !== 'recurring') continue;
    await at.call('PATCH', `/users/${user_id}`, { recurring_checks_enabled: true });
    const { due } = (await at.call('GET', `/_sandbox/due?user_id=${user_id}`)).body;
    expect(due.map(({ kind }: { kind: string }) => kind)).toContain('recurring-check');
    break;
  }
  expect.assertions(1);
  await at.close();
});
