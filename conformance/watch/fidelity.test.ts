import { expect, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { combined } from '../proof/mutants/mutant.ts';
import { variant } from '../proof/variants/run-variant.ts';
import { brokenIn } from '../proof/watched-run.ts';
import { fidelityOf } from './fidelity.ts';
import { watched } from './index.ts';
import { recordedDay } from './testing/traffic.ts';

// Each chose otherwise wherever the document is silent, and differs where it may.
test.each(sample([1, 2, 3, 4, 5, 6], 1))(
  'a sandbox under the learnt profile answers as the one that was recorded, variant %i',
  async (seed) => {
    const { profile, differences, warns } = variant(seed);
    const { naming = {} } = profile;
    await using sandbox = await createSandbox({ users: 6, ...combined(differences()), profile });
    const { recorded, ledger } = await recordedDay(sandbox, { naming });
    expect(brokenIn(ledger).filter((clause) => !warns.includes(clause))).toEqual([]);
    const learnt = { naming, points: ledger.profile.points ?? {} };
    await using replica = await createSandbox({ users: 0, profile: learnt });
    const { overall, differences: found } = await fidelityOf(recorded, replica, learnt);
    const told = [...found.keys()].filter((text) => /status|where it was/.test(text));
    expect(overall.requests).toBeGreaterThan(50);
    expect(overall.status / overall.requests, told.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(overall.shape / overall.requests, told.join('\n')).toBeGreaterThanOrEqual(0.95);
  },
  240_000,
);

test('a watched fetch sends what it is given, and judges it', async () => {
  await using sandbox = await createSandbox({ users: 2 });
  const watch = watched(fetch, { baseUrl: sandbox.url });
  const headers = { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ client_display_name: 'Watched' });
  const answer = await watch.fetch(`${sandbox.url}/configuration`, { method: 'PATCH', headers, body });
  expect(await answer.json()).toMatchObject({ client_display_name: 'Watched' });
  await watch.fetch(new Request(`${sandbox.url}/providers`, { headers }));
  const { totals, requests } = watch.report();
  expect(requests).toBe(2);
  expect(totals).toMatchObject({ fail: 0, warn: 0 });
  expect(totals.pass).toBeGreaterThan(8);
});
