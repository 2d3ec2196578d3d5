import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stream } from '../../generators/random.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { type Call, must } from './connection.ts';
import { DeliveriesAudit } from './deliveries-audit.ts';
import { startFlakyReceiver } from './flaky-receiver.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { RestartableSandbox } from './restartable-sandbox.ts';
import { subscribe, subscriptions } from './webhook-test.ts';
import { events } from './writers/events.ts';
import { newUser, settleAll, writersOf } from './writers/writer.ts';

export type TimeSize = { rounds: number; users: number; seconds: number };

const preloaded = fileURLToPath(new URL('./time/stepping-clock.ts', import.meta.url));
const HOUR = 3_600_000;
const YEAR = 365.25 * 24 * HOUR;
/**
 * Where the wall clock jumps to, in milliseconds from where it was when the process started; most of them lie behind. Ten
 * years ahead would be ten years of hourly checks to catch up with.
 */
const offsets = [-HOUR, -HOUR, -24 * HOUR, -10 * YEAR, -10 * YEAR, 0, HOUR];
/** Whatever failed is due again after a second. */
const soonAgain = {
  points: {
    'webhooks.delivery.timeout-ms': 300,
    'webhooks.delivery.max-attempts': 100,
    'webhooks.delivery.backoff': { first_seconds: 1, factor: 1, max_seconds: 1, jitter: 0 },
  },
};

/** Sets the wall clock back and forth under a sandbox that delivers, retries and checks; nothing is lost or left waiting. */
export async function timeTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<TimeSize>): Promise<ResilienceOutcome> {
  const chance = stream(seed, 'time');
  const problems = new Problems();
  const folder = await temporaryFolder();
  const clockFile = join(folder.path, 'clock');
  writeFileSync(clockFile, '0');
  const variables = { PAYRIG_TEST_CLOCK: clockFile, NODE_OPTIONS: `--import=${preloaded}` };
  const receiver = await startFlakyReceiver(subscriptions, chance.fork('receiver'));
  const profile = join(folder.path, 'profile.json');
  writeFileSync(profile, JSON.stringify(soonAgain));
  const data = join(folder.path, 'data');
  const flags = ['--data', data, '--users', '4', '--log-level', 'error', '--profile', profile];
  const sandbox = await RestartableSandbox.start({ flags, variables });
  const { call } = sandbox;
  const registers = Array.from({ length: size.users }, (_, n) => events(`u${n}`));
  const writers = writersOf(...registers);
  const happened = () => new Map(registers.map((one, n) => [one.userId(), writers[n]!.state as string[]]));
  // Whoever is checked every hour has events too.
  const counted = () => receiver.arrivals.filter(({ event }) => happened().has(event.user_id));
  const ends = performance.now() + size.seconds * 1000;
  const figures = { 'steps of the clock': 0, restarts: 0, events: 0, 'deliveries that arrived': 0 };
  let atStart = 0;
  const step = (offset: number): void => {
    writeFileSync(clockFile, String(atStart + offset));
    process.kill(sandbox.process.pid, 'SIGUSR2');
    figures['steps of the clock'] += 1;
  };
  try {
    await subscribe(call, receiver);
    for (const writer of writers) await writer.open(call);
    await checkedEveryHour(call);
    const audit = new DeliveriesAudit(registers, subscriptions);
    for (let round = 1; round <= size.rounds && performance.now() < ends; round += 1) {
      const where = `round ${round}, seed ${seed}`;
      const told = await clockOf(call);
      for (const writer of writers) await writer.step(call);
      step(chance.pick(offsets));
      for (const writer of writers) await writer.step(call);
      const after = await clockOf(call);
      if (after < told) problems.add('clock', `${where}: it showed ${iso(told)} and then ${iso(after)}`);
      // Retries are due within seconds of the client's clock, which goes by itself.
      if (!(await comesTrue(() => audit.missing(counted(), happened()) === 0, 60_000)))
        problems.add('waiting', `${where}: deliveries are not tried again`);
      const { effects } = await must(call, { method: 'POST', path: '/_sandbox/clock', body: { by: 'PT1H' } });
      const kinds = (effects as { kind: string }[]).map(({ kind }) => kind);
      if (!kinds.includes('recurring-check'))
        problems.add('schedule', `${where}: no hourly check within an hour, but ${kinds}`);
      if (chance.chance(0.3)) {
        const last = await clockOf(call);
        const offset = chance.pick(atStart < -YEAR ? offsets.filter((one) => one > -YEAR) : offsets);
        step(offset);
        await sandbox.restart('kill');
        atStart += offset;
        // A new process goes by the wall clock as it finds it; whoever minds sets the client's clock to where it was.
        if ((await clockOf(call)) < last)
          await must(call, { method: 'POST', path: '/_sandbox/clock', body: { to: iso(last) } });
        figures.restarts += 1;
        await settleAll(writers, call, problems, where);
      }
      if (sandbox.process.crashed()) problems.add('crash', sandbox.process.output().slice(-1000));
      progress(`round ${round}: ${receiver.arrivals.length} arrivals, ${problems.count} problems`);
    }
    await settleAll(writers, call, problems, `at the end, seed ${seed}`);
    audit.judge(counted(), happened(), problems);
    for (const line of sandbox.process.output().split('\n').slice(1))
      if (line !== '') problems.add('log', line);
  } finally {
    await sandbox.close();
    await receiver.close();
    await folder.remove();
  }
  figures['deliveries that arrived'] = receiver.arrivals.length;
  figures.events = [...happened().values()].reduce((sum, marks) => sum + marks.length, 0);
  return { figures, problems: problems.list() };
}

const iso = (instant: number): string => new Date(instant).toISOString();

const clockOf = async (call: Call): Promise<number> =>
  Date.parse((await must(call, { method: 'GET', path: '/_sandbox/clock' })).now);

async function checkedEveryHour(call: Call): Promise<void> {
  const id = await newUser(call, { recurring_checks_enabled: true, recurring_check_frequency: 'HOURLY' });
  for (const what of ['authorisations', 'accounts'])
    await must(call, { method: 'POST', path: `/_sandbox/users/${id}/${what}`, body: {} });
}

/** Whether something comes true in real time, looked at again and again. */
async function comesTrue(isTrue: () => boolean, milliseconds: number): Promise<boolean> {
  const ends = performance.now() + milliseconds;
  while (!isTrue() && performance.now() < ends) await pause(50);
  return isTrue();
}
