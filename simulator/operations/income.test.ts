import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Arranging, arranging } from '../arrangement/testing/arranging.ts';

type Income = { id: string; account_id: string; entry_id: string; income_period: { start: string } };

const listed = async (at: Arranging, userId: string, filter = ''): Promise<Income[]> =>
  (await at.call('GET', `/taxauth/${userId}${filter}`)).body.income_submissions ?? [];

/** A seeded user and one made by hand, each with an account, two entries of it, and income that names the first. */
async function bothUsers(at: Arranging): Promise<{ userId: string; accountId: string; entryId: string }[]> {
  const [seeded] = (await at.call('GET', '/users')).body.users;
  const { accounts, entries } = await at.dossier(seeded.user_id);
  const userId = await at.user({ taxauth_enabled: true });
  const account = (await at.call('POST', `/_sandbox/users/${userId}/accounts`, { payroll: [] })).body;
  const entry = (
    await at.call('POST', `/_sandbox/users/${userId}/entries`, {
      account_id: account.account_id,
      payroll_submissions: [{}],
    })
  ).body;
  const { account_id, entry_id } = entry;
  await at.call('POST', `/_sandbox/users/${userId}/taxauth`, { account_id, entry_id });
  return [
    { userId: seeded.user_id, accountId: accounts[0]!.account_id, entryId: entries[0]!.entry_id },
    { userId, accountId: account_id, entryId: entry_id },
  ];
}

describe('income whose entry or account is deleted', () => {
  it('stays with the account that is left, of seeded and arranged users alike', async () => {
    const at = await arranging();
    try {
      for (const { userId, accountId, entryId } of await bothUsers(at)) {
        // A user who has been changed is stored beside the seeded one.
        await at.call('PATCH', `/users/${userId}`, { ext_id: 'changed' });
        const before = await listed(at, userId);
        expect(before.length).toBeGreaterThan(0);
        expect((await at.call('DELETE', `/payroll/entries/${entryId}`)).status).toBe(200);
        const after = await listed(at, userId);
        expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
        for (const income of after) {
          expect(income.account_id).toBe(accountId);
          expect(income.entry_id).not.toBe(entryId);
        }
        expect(await listed(at, userId, `?account_id=${accountId}`)).toEqual(after);
        expect((await at.call('DELETE', `/accounts/${accountId}`)).status).toBe(200);
        const last = await listed(at, userId);
        expect(last.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
        for (const income of last) expect(income.account_id).not.toBe(accountId);
      }
    } finally {
      await at.close();
    }
  });

  it('goes with it where the profile says so, of seeded and arranged users alike', async () => {
    const at = await arranging({ profile: { points: { 'income.origin-deleted': 'deleted' } } });
    try {
      for (const { userId, entryId } of await bothUsers(at)) {
        const naming = (await listed(at, userId)).filter(({ entry_id }) => entry_id === entryId);
        expect(naming.length).toBeGreaterThan(0);
        await at.call('DELETE', `/payroll/entries/${entryId}`);
        const left = (await listed(at, userId)).map(({ id }) => id);
        for (const { id } of naming) expect(left).not.toContain(id);
      }
    } finally {
      await at.close();
    }
  });
});

describe('a tax record of a year that is over', () => {
  let at: Arranging;
  beforeAll(async () => {
    at = await arranging({ now: '2026-05-20T09:00:00Z', frozen: true, users: 80 });
  });
  afterAll(() => at.close());

  it('keeps its account and entry when later checks bring new payslips', async () => {
    const { users } = (await at.call('GET', '/users?limit=100')).body;
    const before = new Map<string, Income[]>();
    for (const { user_id } of users) {
      const held = (await at.dossier(user_id)).entries.map(({ entry_id }) => entry_id);
      // Without a payslip held of its employers, a record has an entry of its own until there is one.
      const named = (await listed(at, user_id)).filter(({ entry_id }) => held.includes(entry_id));
      before.set(user_id, named);
    }
    await at.call('POST', '/_sandbox/clock', { by: 'P3M' });
    let kept = 0;
    for (const user_id of before.keys()) {
      await at.accept(user_id);
      const { accounts } = await at.dossier(user_id);
      const token = await at.token(user_id);
      for (const { account_id } of accounts)
        await at.call(
          'POST',
          '/payroll/entries/connections',
          { account_id },
          { authorization: `Bearer ${token}` },
        );
      const after = await listed(at, user_id);
      for (const past of (before.get(user_id) ?? []).filter(
        ({ income_period }) => income_period.start < '2026',
      )) {
        expect(after.find(({ id }) => id === past.id)).toEqual(past);
        kept += 1;
      }
    }
    expect(kept).toBeGreaterThan(50);
  });
});
