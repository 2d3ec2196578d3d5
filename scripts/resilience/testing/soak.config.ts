import { defineConfig } from 'vitest/config';

/** For `npm run soak`: fault-injection tests in their long form, one after the other, each in a process of its own. */
export default defineConfig({
  test: {
    include: ['scripts/resilience/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    hookTimeout: 60_000,
    // The bounds of a proof.
    env: { PAYRIG_PROOF: '1' },
    // What a test says of how far it is comes at once.
    disableConsoleIntercept: true,
  },
});
