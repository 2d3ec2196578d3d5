import { afterEach, expect, it, vi } from 'vitest';
import { onStop } from './on-stop.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
afterEach(() => {
  vi.useRealTimers();
  for (const signal of signals) process.removeAllListeners(signal);
});

it('what npm started stops once when its parent is gone, and not before', () => {
  vi.useFakeTimers();
  const stop = vi.fn();
  let parent = 7;
  onStop(stop, { env: { npm_command: 'exec' }, ppid: () => parent, npm: () => undefined });
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
  onStop(stop, { env: { npm_command: 'exec' }, ppid: () => 7, npm: () => npm });
  npm = undefined;
  vi.advanceTimersByTime(60_000);
  expect(stop).toHaveBeenCalledOnce();
});

it('what a shell started outlives it, as after nohup', () => {
  vi.useFakeTimers();
  const stop = vi.fn();
  let parent = 7;
  onStop(stop, { env: {}, ppid: () => parent, npm: () => undefined });
  parent = 1;
  vi.advanceTimersByTime(60_000);
  expect(stop).not.toHaveBeenCalled();
});

it.each(signals)('%s stops', (signal) => {
  const stop = vi.fn();
  onStop(stop, { env: {}, ppid: () => 7, npm: () => undefined });
  process.emit(signal);
  expect(stop).toHaveBeenCalledOnce();
});
