import { expect, it, vi } from 'vitest';
import { arranging } from '../arrangement/testing/arranging.ts';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';

const day = 86_400_000;

it('what fell due while no sandbox ran happens when one runs again: checks at their times, and expiries', async () => {
  const store = memoryStore();
  const born = Date.now();
  let away = 0;
  const wrap = {
    ports: <P extends { realNow: () => number }>(ports: P): P => ({
      ...ports,
      realNow: () => ports.realNow() + away,
    }),
  };
  const first = await arranging({ store, wrap });
  const userId = await first.user({ recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' });
  const term = await first.call('POST', '/_sandbox/terms', { authorisation_category: 'recurring' });
  await first.accept(userId, { term_id: term.body.id });
  await first.call('POST', `/_sandbox/users/${userId}/accounts`, {});
  const authorization = `Bearer ${await first.token(userId)}`;
  const presigned = await first.call(
    'PUT',
    '/documents/bank-statements/presign',
    { files: [{ file_name: 'march.pdf' }] },
    { authorization },
  );
  expect(presigned.status).toBe(200);
  await first.close();

  away = 63 * day;
  const second = await arranging({ store, wrap });
  try {
    const held = await vi.waitFor(
      async () => {
        const dossier = await second.dossier(userId);
        expect(Date.parse(dossier.entries.at(-1)?.created_at ?? '')).toBeGreaterThan(born + 35 * day);
        return dossier;
      },
      { timeout: 20_000 },
    );
    // The first check finds a year, a later one each new payslip, and each at its own time.
    expect(held.entries.length).toBeGreaterThanOrEqual(2);
    for (const { created_at } of held.entries) {
      const sinceBirth = (Date.parse(created_at) - born) / day;
      expect(Math.abs(sinceBirth / 7 - Math.round(sinceBirth / 7))).toBeLessThan(0.01);
    }
    expect(held.documents.map(({ state }) => state)).toEqual(['expired']);
    const answer = await second.call(
      'PUT',
      '/documents/bank-statements/presign',
      { files: [{ file_name: 'april.pdf' }] },
      { authorization },
    );
    expect(answer.status).toBe(401);
  } finally {
    await second.close();
  }
});
