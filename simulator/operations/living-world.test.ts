import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personasOf } from '../../generators/world/world.ts';
import type { PayrollSubmission, TaxauthIncomeSubmission } from '../../spec/types.ts';
import { type Arranging, arranging } from '../arrangement/testing/arranging.ts';

const idOf = (key: string) => personasOf().get(key)!.userId;
const ada = idOf('steady-salary');

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
beforeEach(() => at.sandbox.reset());
afterAll(() => at.close());

const incomes = async (userId: string, query = ''): Promise<TaxauthIncomeSubmission[]> =>
  (await at.call('GET', `/taxauth/${userId}${query}`)).body.income_submissions;

/** What a connection query of the first account finds. */
async function query(userId: string): Promise<PayrollSubmission[]> {
  const { accounts } = await at.dossier(userId);
  const authorization = `Bearer ${await at.token(userId)}`;
  const { status, body } = await at.call(
    'POST',
    '/payroll/entries/connections',
    { account_id: accounts[0]!.account_id },
    { authorization },
  );
  expect(status).toBe(201);
  return body.payroll_submissions;
}

const paid = (slips: readonly PayrollSubmission[]) =>
  slips.map((slip) => slip.income_information!.pay_date!).sort();

describe('a seeded person whose clock moves on', () => {
  it('has tax-authority data whose totals are the year to date of the newest payslip', async () => {
    const before = await incomes(ada);
    await at.call('POST', '/_sandbox/clock', { by: 'P13M' });
    await at.accept(ada);
    const found = await query(ada);
    const newest = found.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)).at(-1)!;
    const last = found.find((slip) => slip.income_information!.pay_date === paid(found).at(-1))!;
    const now = await incomes(ada);
    expect(now.length).toBe(before.length + 1);
    const present = now.toSorted((a, b) => (a.income_period!.end! < b.income_period!.end! ? -1 : 1)).at(-1)!;
    const toDate = last.income_information!.earnings!.year_to_date!;
    expect(present).toMatchObject({
      account_id: newest.account_id,
      entry_id: newest.entry_id,
      income_period: { end: last.income_information!.pay_date },
      employment: {
        total_income: toDate.total_taxable_earnings,
        employers: [{ tax_paid: toDate.total_tax_paid }],
      },
    });
    expect((await incomes(ada, `?entry_id=${newest.entry_id}`)).map(({ id }) => id)).toContain(present.id);
    expect(await incomes(ada, `?entry_id=${ada}`)).toEqual([]);
  });

  it('is found by the first query as the purpose says, and never twice', async () => {
    const bea = idOf('first-query');
    expect(await query(bea)).toHaveLength(12);
    expect(await query(idOf('short-lookback'))).toHaveLength(3);
    expect(await query(bea)).toEqual([]);
  });

  it('who has retired has nothing new, however far it moves', async () => {
    const dora = idOf('nothing-new');
    expect(await query(dora)).toEqual([]);
    await at.call('POST', '/_sandbox/clock', { by: 'P3Y' });
    await at.accept(dora);
    expect(await query(dora)).toEqual([]);
  });
});

describe('a world', () => {
  it('was born before now, and nothing that a user starts with lies ahead of the clock', async () => {
    const { body } = await at.call('GET', '/_sandbox/clock');
    for (const { userId, index } of personasOf().values()) {
      if (index === null || index >= 32) continue;
      const held = await at.dossier(userId);
      const instants = [held.user, ...held.entries, ...held.payroll_submissions].map((one) => one.created_at);
      for (const instant of instants) expect(instant <= body.now).toBe(true);
    }
  });

  it('stays the same when a sandbox starts again on its folder', async () => {
    const data = await mkdtemp(join(tmpdir(), 'payrig-born-'));
    try {
      const first = await arranging({ data });
      await first.call('PATCH', `/users/${ada}`, { ext_id: 'again' });
      const before = await first.dossier(ada);
      await first.close();
      const second = await arranging({ data });
      expect(await second.dossier(ada)).toEqual(before);
      await second.close();
    } finally {
      await rm(data, { recursive: true });
    }
  });
});
