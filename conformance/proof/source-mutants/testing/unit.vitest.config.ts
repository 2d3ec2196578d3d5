import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** For `npm run mutants -- --unit`: the unit tests of a tree with mutants in it, which is the root of the run. */
export default defineConfig({
  test: {
    setupFiles: [
      'spec/testing/seeded-properties.ts',
      fileURLToPath(new URL('noted-mutants.ts', import.meta.url)),
    ],
    pool: 'forks',
    // A file that shares its process would not run over what another file has loaded.
    isolate: true,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
