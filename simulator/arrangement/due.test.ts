import { afterEach, describe, expect, it } from 'vitest';
import { type Arranging, arranging, unknownId } from './testing/arranging.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function at(...given: Parameters<typeof arranging>): Promise<Arranging> {
  const made = await arranging(...given);
  closing.push(made.close);
  return made;
}

type Due = { at: string; kind: string; user_id: string };

const personOf = async ({ call }: Arranging, wanted: string): Promise<string> => {
  const { body } = await call('GET', '/_sandbox/scenarios');
  return body.scenarios.find(({ key }: { key: string }) => key === wanted).user_id;
};

describe('what is due', () => {
  it('is what a move of the clock brings, at the same instants', async () => {
    const arranged = await at({ now: '2028-06-15T09:00:00Z', frozen: true });
    const { call } = arranged;
    const userId = await personOf(arranged, 'recurring-weekly');
    await call('POST', `/_sandbox/users/${userId}/tokens`, { expires_in: 3600 });
    const { body } = await call('GET', `/_sandbox/due?user_id=${userId}`);
    const listed = body.due.filter(({ kind }: Due) => kind !== 'pay-day');
    expect(listed.map(({ kind }: Due) => kind)).toEqual(['expiry', 'recurring-check']);
    const moved = await call('POST', '/_sandbox/clock', { to: listed[1].at });
    const effects = moved.body.effects.filter(({ user_id }: Due) => user_id === userId);
    expect(effects.map(({ at, kind }: Due) => [at, kind])).toEqual(
      listed.map(({ at, kind }: Due) => [at, kind]),
    );
  });

  it('lists the next pay day, on which a query finds the payslip and the day before does not', async () => {
    const arranged = await at({ now: '2028-06-15T09:00:00Z', frozen: true });
    const { call, accept, token, dossier } = arranged;
    const userId = await personOf(arranged, 'steady-salary');
    const [account] = (await dossier(userId)).accounts;
    const query = async () => {
      await accept(userId);
      const headers = { authorization: `Bearer ${await token(userId)}` };
      const body = { account_id: account!.account_id };
      const answer = await call('POST', '/payroll/entries/connections', body, headers);
      return answer.body.payroll_submissions.length;
    };
    await query();
    const { body } = await call('GET', `/_sandbox/due?user_id=${userId}`);
    const [payDay] = body.due.filter(({ kind }: Due) => kind === 'pay-day');
    await call('POST', '/_sandbox/clock', { to: new Date(Date.parse(payDay.at) - 1).toISOString() });
    expect(await query()).toBe(0);
    await call('POST', '/_sandbox/clock', { to: payDay.at });
    expect(await query()).toBe(1);
  });

  it('is refused for an unknown user', async () => {
    const { call } = await at();
    expect((await call('GET', `/_sandbox/due?user_id=${unknownId}`)).status).toBe(404);
    expect((await call('GET', '/_sandbox/due?user_id=x')).status).toBe(400);
    expect((await call('GET', '/_sandbox/due?limit=0')).status).toBe(400);
  });
});
