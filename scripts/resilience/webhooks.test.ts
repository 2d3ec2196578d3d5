import { setTimeout as pause } from 'node:timers/promises';
import { must } from './testing/connection.ts';
import { deliveriesAudit, moveClockUntil } from './testing/deliveries-audit.ts';
import { faultTest } from './testing/fault-test.ts';
import { deliveryFlags, startFlakyReceiver, subscribe } from './testing/flaky-receiver.ts';
import { countOf, happening } from './testing/writers/events.ts';
import { runUntilKilled, settleAll } from './testing/writers/writer.ts';

/** Makes events happen, kills the sandbox at random while its receiver fails at random, and counts what arrives. */
faultTest({
  name: 'webhooks',
  title: 'every event arrives at least once and in its order, whatever dies and whoever fails',
  short: { users: 6, events: 40, kills: 1 },
  long: { users: 40, events: 2000, kills: 20 },
  least: { events: 3 },
  async run(bed) {
    const { seed, size, chance, problems, progress } = bed;
    const receiver = bed.closing(await startFlakyReceiver(chance.fork('receiver')));
    const sandbox = await bed.startSandbox(deliveryFlags(bed.folder));
    const { call } = sandbox;
    const happenings = Array.from({ length: size.users }, (_, n) => happening(`u${n}`));
    const writers = happenings.map(({ writer }) => writer);
    await subscribe(call, receiver);
    for (const writer of writers) await writer.open(call);
    for (let kill = 1; kill <= size.kills; kill += 1) {
      const changes = chance.int(1, Math.ceil((2 * size.events) / size.kills));
      await runUntilKilled(writers, sandbox, { changes, delayMs: chance.int(0, 60) });
      await sandbox.start();
      await settleAll(writers, call, problems, `after kill ${kill}, seed ${seed}`);
      await must(call, 'moveClock', { body: { by: 'PT1M' } });
      progress(
        `kill ${kill} of ${size.kills}: ${countOf(happenings)} events, ${receiver.arrivals.length} arrivals, ${receiver.failures} failed on purpose`,
      );
    }
    // One more kill, while the clock is moved.
    const moving = must(call, 'moveClock', { body: { by: 'PT10M' } }).catch(() => {});
    await pause(chance.int(0, 100));
    await sandbox.process.kill();
    await moving;
    await sandbox.start();
    const audit = deliveriesAudit(happenings, receiver);
    await moveClockUntil(call, () => audit.missing() === 0);
    audit.judge(problems);
    problems.add('log', ...sandbox.log());
    return {
      kills: size.kills + 1,
      events: countOf(happenings),
      'deliveries that arrived': receiver.arrivals.length,
      'failed on purpose': receiver.failures,
    };
  },
});
