import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workItem } from '../store/port.ts';
import type { Transport } from '../webhooks/http-transport.ts';
import { noting, working } from './testing/working.ts';

test('a move of the clock does not wait for one hanging receiver after the other', async () => {
  let running = 0;
  let most = 0;
  const transport: Transport = async () => {
    running += 1;
    most = Math.max(most, running);
    await pause(5);
    running -= 1;
    return { error: 'timed out' };
  };
  const points = { 'webhooks.delivery.max-attempts': 2 };
  const { subscribe, occur, moveTo } = await working({ transport, points });
  await subscribe('w');
  for (let user = 0; user <= 20; user += 1) await occur(`user-${user}`, 'w', 1, user * 100);
  const effects = await moveTo(3_600_000);
  expect(effects).toHaveLength(42);
  // All second attempts fall into one span within which none brings about another.
  expect(most).toBe(21);
});

const plans = fc.record({
  dues: fc.array(
    fc.record({
      user: fc.integer({ min: 0, max: 3 }),
      webhook: fc.constantFrom('v', 'w'),
      due: fc.integer({ min: 0, max: 40_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  ticks: fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 3 }),
  failures: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  first_seconds: fc.constantFrom(0, 1, 10),
});

type Plan = typeof plans extends fc.Arbitrary<infer P> ? P : never;

/**
 * Moves the clock over deliveries that fail by plan and ticks that put new ones: what happened, by time, and the times in
 * the order in which things were begun.
 */
async function happened(plan: Plan, alone: boolean) {
  const begun: { kind: string; at: number }[] = [];
  const names = new Map<string, string>();
  const tried = new Map<string, number>();
  const { transport } = noting(({ headers }) => {
    const name = names.get(headers['X-Payrig-Delivery'] ?? '') ?? 'a tick';
    const nth = tried.get(name) ?? 0;
    tried.set(name, nth + 1);
    return plan.failures[(name.length * 3 + name.charCodeAt(0) + nth) % 8] && nth < 5 ? 500 : 200;
  });
  const points = {
    'webhooks.delivery.max-attempts': 100,
    'webhooks.delivery.backoff': {
      first_seconds: plan.first_seconds,
      factor: 2,
      max_seconds: 300,
      jitter: 0.2,
    },
  };
  const { subscribe, occur, moveTo, handlers, clientStore } = await working({ transport, points });
  for (const webhook of ['v', 'w']) await subscribe(webhook);
  const send = handlers['delivery']!;
  handlers['delivery'] = (claim, at, now) => {
    begun.push({ kind: 'delivery', at });
    return send(claim, at, now);
  };
  handlers['tick'] = async ({ item }, at) => ({
    async write(claim) {
      begun.push({ kind: 'tick', at });
      await clientStore.change(item.owner, () => ({ removeWork: [item.id], result: undefined }), { claim });
      const [id] = await occur(`user-${at % 4}`, 'v', 1, at);
      names.set(id!, `tick ${item.id}`);
      return [];
    },
  });
  for (const [index, { user, webhook, due }] of plan.dues.entries()) {
    const [id] = await occur(`user-${user}`, webhook, 1, due);
    names.set(id!, `delivery ${index}`);
  }
  for (const [index, due] of plan.ticks.entries())
    await clientStore.change('clock', () => ({
      document: {},
      sortKey: 'clock',
      work: [workItem({ id: `${index}`, kind: 'tick', owner: 'clock', due })],
      result: undefined,
    }));
  const effects = await moveTo(3_600_000, { alone });
  const told = effects.map(
    (effect) => `${effect.at} ${names.get(String(effect['delivery_id']))} ${effect['status']}`,
  );
  return { effects: told.sort(), begun };
}

/** Whether what was begun later may be of an earlier time: never around a tick, else within the shortest backoff. */
function isInOrder(begun: readonly { kind: string; at: number }[], backoffMs: number): boolean {
  return begun.every(({ kind, at }, index) =>
    begun.slice(index + 1).every((later) => {
      const most = kind === 'tick' || later.kind === 'tick' ? 0 : backoffMs;
      return at - later.at <= most;
    }),
  );
}

test('deliveries that are sent at once happen at the times at which they would happen one by one', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const together = await happened(plan, false);
      expect(together.effects).toEqual((await happened(plan, true)).effects);
      expect(isInOrder(together.begun, plan.first_seconds * 800)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
