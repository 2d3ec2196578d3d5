import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Arranging, arranging } from '../../../simulator/arrangement/testing/arranging.ts';

let at: Arranging;
let userId: string;
beforeAll(async () => {
  at = await arranging({ users: 1 });
  userId = await at.user();
});
afterAll(() => at.close());

/** Processor time, since a busy machine takes the processor away for seconds. */
const ownMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest that this thread computed without a pause while something ran, in milliseconds. */
async function standstill(work: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, ownMs()];
  const tick = setInterval(() => {
    const now = ownMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  clearInterval(tick);
  return Math.max(longest, ownMs() - last);
}

const fill = (item: unknown): unknown[] =>
  Array(Math.floor(966_000 / (JSON.stringify(item).length + 1))).fill(item);

describe('a body of nearly a megabyte', () => {
  it.each([
    ['direct-payroll', { payroll_submissions: fill({}) }],
    ['direct-payroll', { payroll_submissions: fill(1) }],
    ['direct-payroll', { payroll_submissions: fill({ x: 1 }) }],
    ['entries', { payroll_submissions: fill({}) }],
    ['accounts', { payroll: fill({}) }],
    ['bank-statements', { transactions: fill({}) }],
    ['bank-statements', { transactions: fill(1) }],
    ['taxauth', { employment: { employers: fill({}) } }],
    [
      'entries',
      { payroll_submissions: [{ income_information: { earnings: { earning_elements: fill({}) } } }] },
    ],
  ])('of many small things is refused at once: %s', async (resource, body) => {
    let answer: { status: number; body: { errors?: string[] } } | undefined;
    const longest = await standstill(async () => {
      answer = await at.call('POST', `/_sandbox/users/${userId}/${resource}`, body);
    });
    expect(answer?.status).toBe(400);
    expect(answer?.body.errors?.length).toBeLessThanOrEqual(101);
    expect(answer?.body.errors?.join()).toMatch(/must have at most \d+ items/);
    expect(longest).toBeLessThan(3000);
  });

  it('of as many things as are allowed is taken, and keeps no other request waiting for long', async () => {
    let status = 0;
    const longest = await standstill(async () => {
      const body = { payroll_submissions: Array(500).fill({}) };
      status = (await at.call('POST', `/_sandbox/users/${userId}/direct-payroll`, body)).status;
    });
    expect(status).toBe(201);
    expect(longest).toBeLessThan(5000);
  });
});
