import { expect, it } from 'vitest';
import type { Scenario } from '../../generators/scenarios/scenario.ts';
import { world } from '../../generators/world/world.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { submissionsOf } from '../domain/payslips.ts';
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

it('a locked account has no attempt left at its second factor, and every other one has them all', async () => {
  const here = seededWorld(world('attempts', { born: Date.UTC(2026, 5, 15), users: 80 }));
  const states = new Set<string>();
  for (let index = 0; index < here.userCount; index += 1) {
    const user = await here.find(here.userId(index));
    for (const { state, mfa } of Object.values(user!.record.accounts)) {
      if (!mfa) continue;
      states.add(state);
      expect(mfa.attempts).toBe(state === 'locked' ? mfa.max_attempts : 0);
    }
  }
  expect([...states].sort()).toEqual(['linked', 'locked', 'pending']);
});

it('a payslip that a user holds names where it came from, and its rating, in the words of the profile', async () => {
  const points = defaultProfile().points;
  const here = seededWorld(world('words', { born: Date.UTC(2026, 5, 15), users: 80 }), points);
  const origins = new Set<string>();
  for (let index = 0; index < here.userCount; index += 1) {
    const user = await here.find(here.userId(index));
    for (const { source, trust_score, account_id, document_id } of submissionsOf(user!.record)) {
      const connected = account_id === null ? ('direct' as const) : ('connection' as const);
      const origin = document_id === null ? connected : 'upload';
      origins.add(origin);
      expect(source).toBe(points['payroll.source-values'][origin]);
      expect(points['payroll.trust-score-values']).toContain(trust_score);
    }
  }
  expect([...origins].sort()).toEqual(['connection', 'upload']);
});
