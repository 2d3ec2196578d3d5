import { describe, expect, it } from 'vitest';
import { deliveriesAudit } from './deliveries-audit.ts';
import type { Arrival } from './flaky-receiver.ts';
import { Problems } from './problems.ts';
import type { Happening } from './writers/events.ts';

const userId = 'a-user';
const register = { userId: () => userId, markOf: (id: string) => id };
const happening = { register, writer: { state: ['u-1', 'u-2', 'u-4', 'u-6'] } } as unknown as Happening;
// Marks of even numbers are payroll.
const audit = (arrivals: Arrival[]) =>
  deliveriesAudit([happening], {
    subscriptions: [{ path: '/plain', kinds: ['payroll'] }],
    arrivals,
    refused: [],
  });

const arrived = (...marks: string[]): Arrival[] =>
  marks.map((entry_id) => ({
    path: '/plain',
    deliveryId: entry_id,
    event: { user_id: userId, entry_id } as never,
  }));

function problemsOf(arrivals: Arrival[]): string[] {
  const problems = new Problems();
  audit(arrivals).judge(problems);
  return problems.list().map((one) => one.split(':', 1)[0]!);
}

describe('the audit of deliveries', () => {
  it('is content when all came in order, however often', () => {
    const arrivals = arrived('u-2', 'u-2', 'u-4', 'u-2', 'u-4', 'u-6');
    expect(problemsOf(arrivals)).toEqual([]);
    expect(audit(arrivals).missing()).toBe(0);
  });

  it('tells what is lost', () => {
    expect(problemsOf(arrived('u-2', 'u-6'))).toEqual(['lost deliveries']);
    expect(audit(arrived('u-2', 'u-6')).missing()).toBe(1);
  });

  it('tells what is invented', () => {
    expect(problemsOf(arrived('u-2', 'u-4', 'u-6', 'u-8'))).toEqual(['invented deliveries']);
  });

  it('tells what came too early', () => {
    expect(problemsOf(arrived('u-2', 'u-6', 'u-4'))).toEqual(['deliveries out of order']);
  });
});
