import { createHistogram } from 'node:perf_hooks';

/** A sandbox at rest is woken as often as this. Every 50 ms takes 0.39% of a core, and every 100 ms 0.20%. */
const MEASURE_MS = 100;

/** Measures for how long this process keeps others waiting. */
export function measureEventLoop() {
  const histogram = createHistogram();
  const ownTime = () => {
    const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
    return (user + system) / 1000;
  };
  let at = performance.now();
  let before = ownTime();
  let busy = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    histogram.record(Math.max(1, Math.round((now - at) * 1e6)));
    at = now;
    // On a busy machine the delay is mostly the wait for a processor; what this process itself computed meanwhile is its share.
    const own = ownTime();
    busy = Math.max(busy, own - before);
    before = own;
  }, MEASURE_MS).unref();
  // The histogram holds the time from one measurement to the next.
  const delay = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e6 - MEASURE_MS));
  return {
    /** Forgets the start, for which no request has waited. */
    begin() {
      histogram.reset();
      at = performance.now();
      before = ownTime();
      busy = 0;
    },
    delay() {
      return { p99: delay(histogram.percentile(99)), max: delay(histogram.max), busy: delay(busy * 1e6) };
    },
    stop() {
      clearInterval(timer);
    },
  };
}
