import { expect, it } from 'vitest';
import type { Scenario } from '../../generators/scenarios/scenario.ts';
import { world } from '../../generators/world/world.ts';
import { seededWorld } from './seeded-world.ts';

/** A person whose provider takes so long to answer a query. */
const clerk = (delay_ms: number | undefined): Scenario => ({
  key: `clerk-${delay_ms}`,
  description: 'A clerk.',
  purpose: 'To wait for a provider.',
  jobs: [{ employer: 'cindermoor', role: 'Clerk', start: '3 years ago', pay: { salary: 28_000 } }],
  start: { accounts: [{ delay_ms }] },
});

it('an account has the delay of its provider, and none where the scenario gives none', async () => {
  const scenarios = [250, 0, undefined].map((delay) => ({ scenario: clerk(delay) }));
  const here = world('delays', { born: Date.UTC(2026, 5, 15), scenarios });
  const found = await Promise.all(here.added.map(({ userId }) => seededWorld(here).find(userId)));
  const delays = found.map((user) => Object.values(user?.record.accounts ?? {}).map((one) => one.delay_ms));
  expect(delays).toEqual([[250], [undefined], [undefined]]);
});
