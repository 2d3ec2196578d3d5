import { expect, it } from 'vitest';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';
import { webhookTest } from './webhook-test.ts';

it.runIf(isDrawn('webhook'))(
  'every event arrives at least once and in its order, whatever dies and whoever fails',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await webhookTest({
      seed,
      size: { users: 6, events: 40, kills: 1 },
    });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['events']).toBeGreaterThan(2);
  },
  240_000,
);
