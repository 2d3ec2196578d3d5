import { defineConfig } from 'vitest/config';

/** For `npm run conformance`: the clauses alone. */
export default defineConfig({ test: { include: ['conformance/testing/*.conformance.ts'], pool: 'forks' } });
