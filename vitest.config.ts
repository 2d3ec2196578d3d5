import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{spec,generators,simulator,conformance,scripts}/**/*.test.ts',
      // Every clause of the interface, judged over HTTP against the sandbox.
      'conformance/testing/*.conformance.ts',
    ],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './scripts/plain-line-reporter.ts'],
  },
});
