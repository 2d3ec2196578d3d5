import { Dispatcher, type DispatcherOptions } from '../dispatcher.ts';
import { MemoryLedger } from './memory-ledger.ts';
import { samplePolicy, sampleSubscription } from './samples.ts';

/** A clock and an alarm that stand still until a test moves them. */
export class ManualTime {
  instant = 0;
  ringing: { at: number; ring: () => void } | null = null;
  now = () => this.instant;
  alarm = (at: number, ring: () => void) => {
    const own = { at, ring };
    this.ringing = own;
    return () => {
      if (this.ringing === own) this.ringing = null;
    };
  };

  /** Moves to the instant of the alarm, and rings it. */
  ring(): void {
    const { at, ring } = this.ringing!;
    this.instant = at;
    this.ringing = null;
    ring();
  }
}

/** A dispatcher over a ledger in memory, with a clock that stands still and no jitter. */
export function dispatching(given: Partial<DispatcherOptions> & { ledger?: MemoryLedger } = {}) {
  const time = new ManualTime();
  const ledger = given.ledger ?? new MemoryLedger();
  if (ledger.subscriptions.size === 0) ledger.subscriptions.set('webhook', sampleSubscription());
  const dispatcher = new Dispatcher({
    transport: async () => ({ status: 204 }),
    policy: samplePolicy(),
    now: time.now,
    alarm: time.alarm,
    random: () => 0.5,
    ...given,
    ledger,
  });
  return { dispatcher, ledger, time };
}
