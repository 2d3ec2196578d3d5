import { monitorEventLoopDelay } from 'node:perf_hooks';

// Measured every 20 ms, a sandbox at rest takes 0.9% of a core, and every 50 ms about half of that.
const MEASURE_MS = 50;

/** Measures for how long this process keeps others waiting. */
export function measureEventLoop() {
  const histogram = monitorEventLoopDelay({ resolution: MEASURE_MS });
  histogram.enable();
  const ownTime = () => {
    const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
    return (user + system) / 1000;
  };
  let before = ownTime();
  let busy = 0;
  // On a busy machine the delay is mostly the wait for a processor; what this process itself computed meanwhile is its share.
  const timer = setInterval(() => {
    const now = ownTime();
    busy = Math.max(busy, now - before);
    before = now;
  }, MEASURE_MS).unref();
  // The histogram holds the time from one measurement to the next.
  const delay = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e6 - MEASURE_MS));
  return {
    /** Forgets the start, for which no request has waited. */
    begin() {
      histogram.reset();
      before = ownTime();
      busy = 0;
    },
    delay: () => ({
      p99: delay(histogram.percentile(99)),
      max: delay(histogram.max),
      busy: delay(busy * 1e6),
    }),
    stop() {
      histogram.disable();
      clearInterval(timer);
    },
  };
}
