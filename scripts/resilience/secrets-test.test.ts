import { expect, it } from 'vitest';
import { secretsTest } from './secrets-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

it.runIf(isDrawn('secrets'))(
  'no secret is in an answer, the log, the journal or a file that needs it not',
  async () => {
    const { figures, problems } = await secretsTest({ seed: 1, size: {} });
    expect(problems).toEqual([]);
    expect(figures['answers']).toBeGreaterThan(150);
    expect(figures['secrets issued']).toBeGreaterThan(5);
  },
  240_000,
);
