import { expect, it } from 'vitest';
import { freshSeed } from './hard-test.ts';
import { webhookTest } from './webhook-test.ts';

it('every event arrives at least once and in its order, whatever dies and whoever fails', async () => {
  const { figures, problems } = await webhookTest({
    seed: freshSeed(),
    size: { users: 8, events: 300, kills: 4 },
  });
  expect(problems).toEqual([]);
  expect(figures['events']).toBeGreaterThan(20);
});
