import fc from 'fast-check';
import { expect, it } from 'vitest';
import { steadyClock } from './ports.ts';

it('shows the wall clock, and goes on at its pace when that is set back', () => {
  let [wall, elapsed] = [1_000_000, 500];
  const now = steadyClock(
    () => wall,
    () => elapsed,
  );
  expect(now()).toBe(1_000_000);
  wall += 40;
  elapsed += 40;
  expect(now()).toBe(1_000_040);
  wall -= 3_600_000;
  elapsed += 1000;
  expect(now()).toBe(1_001_040);
  wall = 9_000_000;
  expect(now()).toBe(9_000_000);
});

it('never goes back and never stands still, whatever the wall clock does', () => {
  const steps = fc.array(fc.record({ wall: fc.integer({ min: -1e12, max: 1e12 }), passed: fc.nat(100_000) }));
  fc.assert(
    fc.property(steps, (all) => {
      let [wall, elapsed] = [1e12, 0];
      const now = steadyClock(
        () => wall,
        () => elapsed,
      );
      let before = now();
      for (const step of all) {
        wall += step.wall;
        elapsed += step.passed;
        const after = now();
        expect(after - before).toBeGreaterThanOrEqual(step.passed);
        expect(after).toBeGreaterThanOrEqual(wall);
        before = after;
      }
    }),
  );
});

it('a process that is held up between two looks at the time does not run ahead of others from then on', () => {
  let [time, heldUp] = [1000, 0];
  const look = () => {
    const seen = time;
    time += heldUp;
    return seen;
  };
  const now = steadyClock(look, () => look() - 400);
  now();
  heldUp = 50;
  now();
  heldUp = 0;
  expect(now()).toBe(time);
});
