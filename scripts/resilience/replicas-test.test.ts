import { expect, it } from 'vitest';
import { replicasTest } from './replicas-test.ts';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

it.runIf(isDrawn('replicas'))(
  'replicas that are killed and a database that is restarted lose, invent and reorder nothing',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await replicasTest({
      seed,
      size: { users: 3, writers: 1, kills: 1, changes: 20, seconds: 6, moves: false },
    });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['events']).toBeGreaterThan(10);
  },
  240_000,
);
