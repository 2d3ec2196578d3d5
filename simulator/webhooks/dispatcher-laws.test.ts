import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeliveryChange } from './delivery-ledger.ts';
import { Slots } from './slots.ts';
import { dispatching } from './testing/dispatching.ts';
import { MemoryLedger } from './testing/memory-ledger.ts';
import { sampleDelivery, samplePolicy, sampleSubscription } from './testing/samples.ts';
import type { Transport, TransportOutcome } from './transport.ts';

const policy = samplePolicy({ 'webhooks.delivery.max-attempts': 1000 });
const WEBHOOKS = ['w0', 'w1'];

/** A world of users with so many events each, all of them for both subscriptions. */
function ledgerOf(events: readonly number[]): MemoryLedger {
  const ledger = new MemoryLedger();
  for (const webhook_id of WEBHOOKS) {
    ledger.subscriptions.set(
      webhook_id,
      sampleSubscription({ webhook_id, url: `http://${webhook_id}.test/` }),
    );
    for (const [user, count] of events.entries()) {
      const own = { webhook_id, user_id: `u${user}` };
      for (let n = 1; n <= count; n += 1)
        ledger.put(sampleDelivery(n, { ...own, created_at: n % 7, next_attempt_at: n % 7 }));
    }
  }
  return ledger;
}

/** A receiver that answers as the numbers say (in a circle), each answer some turns of the event loop later. */
function fickleTransport(fates: readonly number[]) {
  const arrived: string[] = [];
  let calls = 0;
  const transport: Transport = async ({ headers }) => {
    const fate = fates[calls++ % fates.length]!;
    for (let turns = fate % 3; turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve));
    // A receiver may well have taken what it then fails to acknowledge.
    if (fate % 5 !== 0) arrived.push(headers['X-Payrig-Delivery']!);
    const outcomes: TransportOutcome[] = [{ error: 'connection reset' }, { status: 500 }, { status: 204 }];
    return fate % 5 === 0 ? outcomes[0]! : outcomes[fate % 3]!;
  };
  return { arrived, transport };
}

const laneOf = (delivery_id: string) => delivery_id.slice(0, delivery_id.lastIndexOf('/'));
const sequenceOf = (delivery_id: string) => Number(delivery_id.slice(delivery_id.lastIndexOf('/') + 1));

/** Every event arrived, each lane in the order of its events (repeats aside), and nothing that was never sent. */
function expectAllInOrder(arrived: readonly string[], ledger: MemoryLedger): void {
  expect(new Set(arrived)).toEqual(new Set(ledger.deliveries.keys()));
  const last = new Map<string, number>();
  for (const id of new Set(arrived)) {
    const before = last.get(laneOf(id)) ?? 0;
    expect([laneOf(id), sequenceOf(id)]).toEqual([laneOf(id), before + 1]);
    last.set(laneOf(id), before + 1);
  }
}

const worlds = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 5 });
// Some fate in the circle must be a success, or nothing ever ends.
const fates = fc.array(fc.nat(30), { maxLength: 20 }).map((all) => [...all, 2]);

test('every event arrives, in order within its lane, however the receivers fail', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fates, async (events, circle) => {
      const { arrived, transport } = fickleTransport(circle);
      const { dispatcher, ledger, time } = dispatching({ ledger: ledgerOf(events), transport, policy });
      dispatcher.wake();
      await dispatcher.idle();
      for (let rings = 0; time.ringing !== null && rings < 5000; rings += 1) {
        time.ring();
        await dispatcher.idle();
      }
      expectAllInOrder(arrived, ledger);
      expect([...ledger.deliveries.values()].filter(({ state }) => state !== 'delivered')).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

/** A ledger whose process dies after so many writes: nothing is written any more, nor answered. */
class DyingLedger extends MemoryLedger {
  died: Promise<void>;
  #die: () => void = () => {};
  #left: number;

  constructor(before: MemoryLedger, left: number) {
    super(before);
    this.#left = left;
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  override async record(user_id: string, changes: readonly DeliveryChange[]): Promise<void> {
    if (this.#left-- > 0) return super.record(user_id, changes);
    this.#die();
    return new Promise(() => {});
  }
}

test('what a process had not written down when it died is sent again, still in order, and nothing is invented', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fates, fc.array(fc.nat(15), { maxLength: 6 }), async (events, circle, lives) => {
      const { arrived, transport } = fickleTransport(circle);
      let ledger = ledgerOf(events);
      for (const writes of lives) {
        const dying = new DyingLedger(ledger, writes);
        const { dispatcher } = dispatching({ ledger: dying, transport, policy });
        await Promise.race([dying.died, dispatcher.runUntil(1e12)]);
        ledger = new MemoryLedger(dying);
        // The dead do not send: whatever was under way is cut off before the next life begins.
        await new Promise((resolve) => setImmediate(resolve));
        void dispatcher.close();
        for (let turns = 0; turns < 4; turns += 1) await new Promise((resolve) => setImmediate(resolve));
      }
      await dispatching({ ledger, transport, policy }).dispatcher.runUntil(1e15);
      expectAllInOrder(arrived, ledger);
    }),
    { numRuns: 60 },
  );
});

test('no bound of concurrency is passed, and a lane has one attempt under way at most', async () => {
  const limits = fc.record({
    overall: fc.integer({ min: 1, max: 6 }),
    perSubscription: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(
      worlds,
      fates,
      limits,
      fc.boolean(),
      async (events, circle, { overall, perSubscription }, virtual) => {
        const underWay: { webhook: string; lane: string }[] = [];
        const fickle = fickleTransport(circle).transport;
        const transport: Transport = async (request) => {
          const lane = laneOf(request.headers['X-Payrig-Delivery']!);
          const own = { webhook: request.url, lane };
          underWay.push(own);
          expect(underWay.length).toBeLessThanOrEqual(overall);
          expect(underWay.filter(({ webhook }) => webhook === own.webhook).length).toBeLessThanOrEqual(
            perSubscription,
          );
          expect(underWay.filter((one) => one.lane === lane)).toHaveLength(1);
          const outcome = await fickle(request);
          underWay.splice(underWay.indexOf(own), 1);
          return outcome;
        };
        const slots = new Slots({ overall, perSubscription });
        const { dispatcher, ledger } = dispatching({ ledger: ledgerOf(events), transport, policy, slots });
        if (virtual) await dispatcher.runUntil(1e15);
        else dispatcher.wake();
        await dispatcher.idle();
        const attempts = [...ledger.deliveries.values()].flatMap((one) => one.attempts);
        expect(attempts.filter(({ error }) => error === 'could not be sent')).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test('effects of a moved clock are in the order of time', async () => {
  await fc.assert(
    fc.asyncProperty(
      worlds,
      fates,
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      async (events, circle, drawn) => {
        const { transport } = fickleTransport(circle);
        const { dispatcher } = dispatching({
          ledger: ledgerOf(events),
          transport,
          policy,
          random: () => drawn,
        });
        const instants = (await dispatcher.runUntil(1e15)).map(({ at }) => at);
        expect(instants).toEqual(instants.toSorted((a, b) => a - b));
      },
    ),
    { numRuns: 30 },
  );
});

test('a clock that moves arrives, however fast new events come while it does', async () => {
  let events = 1;
  const ledger = new MemoryLedger();
  const { dispatcher } = dispatching({
    ledger,
    policy,
    transport: async () => {
      // Each delivery that goes out causes another, of the same user and of one who was not there before.
      events += 1;
      if (events < 1000) {
        ledger.put(sampleDelivery(events, { webhook_id: 'webhook', user_id: 'u0' }));
        ledger.put(sampleDelivery(1, { webhook_id: 'webhook', user_id: `u${events}` }));
      }
      return { status: 204 };
    },
  });
  ledger.put(sampleDelivery(1, { webhook_id: 'webhook', user_id: 'u0' }));
  expect(await dispatcher.runUntil(60_000)).toHaveLength(1);
  // What came meanwhile goes out as soon as the move is over.
  await dispatcher.idle();
  expect([...ledger.deliveries.values()].filter(({ state }) => state === 'pending')).toEqual([]);
});
