import { defineConfig } from 'vitest/config';

/** For `npm run conformance`: the clauses alone. */
export default defineConfig({
  test: {
    include: ['conformance/testing/*.conformance.ts'],
    pool: 'forks',
    // With as many inputs as `payrig check` takes; `npm test` takes fewer.
    env: { PAYRIG_PROOF: '1' },
  },
});
