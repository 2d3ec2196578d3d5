import { afterEach, expect, it, vi } from 'vitest';
import { onStop } from './on-stop.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
afterEach(() => {
  vi.useRealTimers();
  for (const signal of signals) process.removeAllListeners(signal);
});

type Surroundings = NonNullable<Parameters<typeof onStop>[1]>;
const alone = { parent: 7, npm: undefined };
const byNpm = (atStart: Surroundings['atStart'], above: Surroundings['above']): Surroundings => ({
  env: { npm_command: 'exec' },
  atStart,
  above,
});

it('what npm started stops once when its parent is gone, and not before', () => {
  vi.useFakeTimers();
  const stop = vi.fn();
  let parent = 7;
  onStop(
    stop,
    byNpm({ parent, npm: undefined }, () => ({ parent, npm: undefined })),
  );
  vi.advanceTimersByTime(60_000);
  expect(stop).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(60_000);
  expect(stop).toHaveBeenCalledOnce();
});

it('stops when the npm above is gone, though the shell between them is not', () => {
  vi.useFakeTimers();
  const stop = vi.fn();
  let npm: number | undefined = 5;
  onStop(
    stop,
    byNpm({ parent: 7, npm }, () => ({ parent: 7, npm })),
  );
  npm = undefined;
  vi.advanceTimersByTime(60_000);
  expect(stop).toHaveBeenCalledOnce();
});

it('stops when npm was gone before there was anything to stop', () => {
  vi.useFakeTimers();
  const stop = vi.fn();
  onStop(
    stop,
    byNpm({ parent: 7, npm: 5 }, () => ({ parent: 1, npm: undefined })),
  );
  vi.advanceTimersByTime(1000);
  expect(stop).toHaveBeenCalledOnce();
});

it('what a shell started outlives it, as after nohup', () => {
  vi.useFakeTimers();
  const stop = vi.fn();
  let parent = 7;
  onStop(stop, { ...byNpm(alone, () => ({ parent, npm: undefined })), env: {} });
  parent = 1;
  vi.advanceTimersByTime(60_000);
  expect(stop).not.toHaveBeenCalled();
});

it.each(signals)('%s stops', (signal) => {
  const stop = vi.fn();
  onStop(stop, { ...byNpm(alone, () => alone), env: {} });
  process.emit(signal);
  expect(stop).toHaveBeenCalledOnce();
});
