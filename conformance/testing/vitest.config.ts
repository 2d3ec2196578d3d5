import { defineConfig } from 'vitest/config';

/** For `npm run conformance`, whose tests are no part of `npm test`. */
export default defineConfig({ test: { include: ['conformance/testing/*.conformance.ts'], pool: 'forks' } });
