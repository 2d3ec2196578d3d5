import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arranging, arranging } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging({ users: 80, dishonest: 0.4 });
});
afterAll(() => at.close());

const truth = async (userId: string) => (await at.call('GET', `/_sandbox/users/${userId}/truth`)).body;

test('the truth about a user names the discrepancies, and the service says nothing of them', async () => {
  const { users } = (await at.call('GET', '/users?limit=100')).body;
  const truths = [];
  for (const { user_id } of users) truths.push(await truth(user_id));
  expect(truths.filter(({ is_honest }) => !is_honest).length).toBeGreaterThan(16);
  const lied = truths.find(({ discrepancies }) => discrepancies[0]?.kind === 'inflated-gross');
  const dossier = await at.dossier(lied.user_id);
  expect(JSON.stringify(dossier)).not.toMatch(/inflated|discrepanc|honest/);
  for (const { source, id, path, shown } of lied.discrepancies[0].values) {
    expect(source).toBe('payslip');
    const slip = dossier.payroll_submissions.find((one: { id: string }) => one.id === id);
    expect(path.split('.').reduce((part: Record<string, unknown>, key: string) => part[key], slip)).toBe(
      shown,
    );
  }
});

test('the truth knows what the client has changed of a user, and what was there before', async () => {
  const { users } = (await at.call('GET', '/users?limit=100')).body;
  const { user_id, surname, post_codes } = users.at(-1);
  expect((await truth(user_id)).patched).toEqual([]);
  const from = String((await at.call('GET', '/_sandbox/clock')).body.now).slice(0, 10);
  await at.call('PATCH', `/users/${user_id}`, { surname: 'Quince', post_codes: ['EH3 9DX'] });
  await at.call('PATCH', `/users/${user_id}`, { surname: 'Medlar' });
  expect((await truth(user_id)).patched).toEqual([
    { from, field: 'post_codes', before: post_codes, after: ['EH3 9DX'] },
    { from, field: 'surname', before: surname, after: 'Quince' },
    { from, field: 'surname', before: 'Quince', after: 'Medlar' },
  ]);
});

test('a user made by hand is honest, one made from a scenario is as it says, and a stranger is 404', async () => {
  expect(await truth(await at.user())).toMatchObject({ is_honest: true, discrepancies: [] });
  const scenario = {
    key: 'cheat',
    description: 'A cheat.',
    purpose: 'To be caught.',
    jobs: [{ employer: 'amberholt', role: 'Clerk', start: '5 years ago', pay: { salary: 30_000 } }],
    discrepancies: [{ kind: 'inflated-net', month: 3, by: 250 }, { kind: 'second-job' }],
  };
  const made = (await at.call('POST', '/_sandbox/scenarios', scenario)).body;
  const found = await truth(made.user_id);
  expect(found.lawful).toMatchObject([{ kind: 'second-job' }]);
  const net = found.discrepancies[0].values.find(({ path }: { path: string }) =>
    path.endsWith('earnings.net_pay'),
  );
  expect(Number(net.shown) - Number(net.right)).toBeCloseTo(250);
  const bad = await at.call('POST', '/_sandbox/scenarios', {
    ...scenario,
    discrepancies: [{ kind: 'cheat' }],
  });
  expect([bad.status, String(bad.body.errors)]).toEqual([400, expect.stringContaining('discrepancies')]);
  const unknown = await at.call('GET', '/_sandbox/users/2f6f0a53-0000-4000-8000-000000000000/truth');
  expect(unknown.status).toBe(404);
});
