import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Delivery } from './delivery.ts';
import { PendingIndex } from './pending-index.ts';
import { sampleDelivery } from './testing/samples.ts';

const at = (sequence: number, next_attempt_at: number, given: Partial<Delivery> = {}) =>
  sampleDelivery(sequence, { next_attempt_at, ...given });
const always = () => true;

test('a lane is due when its head is, whatever stands behind it', () => {
  const index = new PendingIndex();
  index.put(at(2, 0));
  index.put(at(1, 100));
  expect(index.take({ now: 99, claim: always })).toEqual({ lanes: [], next: 100 });
  const { lanes } = index.take({ now: 100, claim: always });
  expect(lanes[0]!.delivery_ids).toEqual(['webhook/user/1', 'webhook/user/2']);
});

test('a run ends before the first delivery that is not due', () => {
  const index = new PendingIndex();
  for (const delivery of [at(1, 0), at(2, 50), at(3, 0)]) index.put(delivery);
  expect(index.take({ now: 10, claim: always }).lanes[0]!.delivery_ids).toEqual(['webhook/user/1']);
});

test('subscriptions take turns', () => {
  const index = new PendingIndex();
  for (const webhook_id of ['a', 'b']) {
    for (const user_id of ['1', '2', '3']) index.put(at(1, 0, { webhook_id, user_id }));
  }
  let room = 4;
  const { lanes } = index.take({ now: 0, claim: () => room-- > 0 });
  expect(lanes.map(({ webhook_id, user_id }) => webhook_id + user_id)).toEqual(['a1', 'b1', 'a2', 'b2']);
});

/** What the index must answer, found by looking at everything. */
class Model {
  readonly deliveries = new Map<string, Delivery>();
  readonly taken = new Set<string>();

  heads(): Delivery[] {
    const heads = new Map<string, Delivery>();
    for (const one of this.deliveries.values()) {
      const lane = `${one.webhook_id} ${one.user_id}`;
      if (one.state !== 'pending' || this.taken.has(lane)) continue;
      if ((heads.get(lane)?.sequence ?? Number.POSITIVE_INFINITY) > one.sequence) heads.set(lane, one);
    }
    return [...heads.values()];
  }
}

test('after any history the index hands out just the lanes whose head is due and that nobody holds', () => {
  const small = fc.integer({ min: 0, max: 3 });
  const time = fc.integer({ min: 0, max: 8 });
  const put = fc.record({
    do: fc.constant('put' as const),
    w: small,
    u: small,
    n: small,
    at: time,
    pending: fc.boolean(),
  });
  const drop = fc.record({ do: fc.constant('drop' as const), w: small, u: small, n: small });
  const take = fc.record({
    do: fc.constant('take' as const),
    by: time,
    full: fc.uniqueArray(small, { maxLength: 2 }),
  });
  const back = fc.record({ do: fc.constant('back' as const), w: small, u: small });
  fc.assert(
    fc.property(fc.array(fc.oneof(put, put, drop, take, back), { maxLength: 60 }), (steps) => {
      const [index, model] = [new PendingIndex(), new Model()];
      let now = 0;
      for (const step of steps) {
        if (step.do === 'take') {
          now += step.by;
          const open = (webhook_id: string) => !step.full.includes(Number(webhook_id));
          const due = model.heads().filter((one) => one.next_attempt_at! <= now && open(one.webhook_id));
          const later = model.heads().filter((one) => one.next_attempt_at! > now);
          const { lanes, next } = index.take({ now, claim: open });
          expect(lanes.map(({ delivery_ids }) => delivery_ids[0]).sort()).toEqual(
            due.map((one) => one.delivery_id).sort(),
          );
          expect(next).toBe(
            later.length === 0 ? null : Math.min(...later.map((one) => one.next_attempt_at!)),
          );
          for (const { webhook_id, user_id } of lanes) model.taken.add(`${webhook_id} ${user_id}`);
          continue;
        }
        const lane = { webhook_id: String(step.w), user_id: String(step.u) };
        if (step.do === 'back') {
          model.taken.delete(`${step.w} ${step.u}`);
          index.giveBack(lane);
          continue;
        }
        const delivery = at(step.n, step.do === 'put' ? step.at : 0, lane);
        if (step.do === 'drop') {
          model.deliveries.delete(delivery.delivery_id);
          index.drop(delivery);
        } else {
          delivery.state = step.pending ? 'pending' : 'delivered';
          model.deliveries.set(delivery.delivery_id, delivery);
          index.put(delivery);
        }
      }
      for (const w of ['0', '1', '2', '3']) {
        const ids = index.pendingOf(w).flatMap((lane) => lane.delivery_ids);
        const expected = [...model.deliveries.values()].filter(
          (one) => one.webhook_id === w && one.state === 'pending',
        );
        expect(ids.sort()).toEqual(expected.map((one) => one.delivery_id).sort());
      }
    }),
    { numRuns: 500 },
  );
});
