import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Call, must } from './testing/connection.ts';
import { deliveriesAudit } from './testing/deliveries-audit.ts';
import { faultTest, timeLimit } from './testing/fault-test.ts';
import { deliveryFlags, startFlakyReceiver, subscribe } from './testing/flaky-receiver.ts';
import { countOf, happening } from './testing/writers/events.ts';
import { clockTime } from './testing/writers/things.ts';
import { newUser, settleAll } from './testing/writers/writer.ts';

const preloaded = fileURLToPath(new URL('./testing/stepping-clock.ts', import.meta.url));
const HOUR = 3_600_000;
const YEAR = 365.25 * 24 * HOUR;
/**
 * Where the wall clock jumps to, in milliseconds from the start of the process; most of them lie behind. Ten years ahead
 * would mean ten years of hourly checks to catch up with.
 */
const offsets = [-HOUR, -HOUR, -24 * HOUR, -10 * YEAR, -10 * YEAR, 0, HOUR];
/** A failed delivery is retried after a second. */
const soon = { first_seconds: 1, factor: 1, max_seconds: 1, jitter: 0 };

/** Sets the wall clock back and forth under a sandbox that delivers, retries and checks; nothing is lost or left waiting. */
faultTest({
  name: 'time',
  title: 'a wall clock that is set back loses no delivery, and no time or schedule goes back with it',
  short: { users: 3, rounds: 1, seconds: 60 },
  long: { users: 6, rounds: 30, seconds: 45 },
  least: { 'steps of the clock': 1 },
  async run(bed) {
    const { seed, size, chance, problems, progress } = bed;
    const clockFile = join(bed.folder, 'clock');
    writeFileSync(clockFile, '0');
    const receiver = bed.closing(await startFlakyReceiver(chance.fork('receiver')));
    const sandbox = await bed.startSandbox(deliveryFlags(bed.folder, soon), {
      variables: { PAYRIG_TEST_CLOCK: clockFile, NODE_OPTIONS: `--import=${preloaded}` },
    });
    const { call } = sandbox;
    const happenings = Array.from({ length: size.users }, (_, n) => happening(`u${n}`));
    const writers = happenings.map(({ writer }) => writer);
    const hasTime = timeLimit(size.seconds);
    let steps = 0;
    let restarts = 0;
    let atStart = 0;
    const stepTo = (offset: number): void => {
      writeFileSync(clockFile, String(atStart + offset));
      process.kill(sandbox.process.pid, 'SIGUSR2');
      steps += 1;
    };
    await subscribe(call, receiver);
    for (const writer of writers) await writer.open(call);
    await checkedEveryHour(call);
    // The user who is checked every hour has events too, which are not counted.
    const audit = deliveriesAudit(happenings, receiver, { allAreKnown: false });
    for (let round = 1; round <= size.rounds && hasTime(); round += 1) {
      const where = `round ${round}, seed ${seed}`;
      const before = await clockTime(call);
      for (const writer of writers) await writer.step(call);
      stepTo(chance.pick(offsets));
      for (const writer of writers) await writer.step(call);
      const after = await clockTime(call);
      if (after < before) problems.add('clock', `${where}: it showed ${iso(before)} and then ${iso(after)}`);
      // Retries are due within seconds of the client's clock, which runs by itself.
      const isInTime = timeLimit(60);
      while (audit.missing() > 0 && isInTime()) await pause(50);
      if (audit.missing() > 0) problems.add('waiting', `${where}: deliveries are not tried again`);
      const { effects } = await must(call, 'moveClock', { body: { by: 'PT1H' } });
      const kinds = effects.map(({ kind }) => kind);
      if (!kinds.includes('recurring-check'))
        problems.add('schedule', `${where}: no hourly check within an hour, but ${kinds}`);
      if (chance.chance(0.3)) {
        const last = await clockTime(call);
        const offset = chance.pick(atStart < -YEAR ? offsets.filter((one) => one > -YEAR) : offsets);
        stepTo(offset);
        await sandbox.restart('kill');
        atStart += offset;
        // A new process starts from the wall clock; a caller who minds sets the client's clock to where it was.
        if ((await clockTime(call)) < last) await must(call, 'moveClock', { body: { to: iso(last) } });
        restarts += 1;
        await settleAll(writers, call, problems, where);
      }
      progress(`round ${round}: ${receiver.arrivals.length} arrivals, ${problems.count} problems`);
    }
    await settleAll(writers, call, problems, `at the end, seed ${seed}`);
    audit.judge(problems);
    problems.add('log', ...sandbox.log());
    return {
      'steps of the clock': steps,
      restarts,
      events: countOf(happenings),
      'deliveries that arrived': receiver.arrivals.length,
    };
  },
});

const iso = (instant: number): string => new Date(instant).toISOString();

async function checkedEveryHour(call: Call): Promise<void> {
  const user_id = await newUser(call, {
    recurring_checks_enabled: true,
    recurring_check_frequency: 'HOURLY',
  });
  await must(call, 'acceptTerm', { path: { user_id } });
  await must(call, 'linkAccount', { path: { user_id } });
}
