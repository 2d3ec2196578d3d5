import { expect, onTestFinished, test } from 'vitest';
import { brokenClauses, checkReplicas } from '../../scripts/resilience/testing/check-replicas.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { postgresPlace } from '../../simulator/store/testing/postgres-place.ts';
import { few, testSeed as seed } from '../../spec/testing/test-run.ts';

// A clause of each kind that a second process could break; all of them are judged by `npm run soak check-replicas`.
const only = [
  'races.*',
  'users.list.pages-tile',
  'events.routing.every-user',
  'documents.upload.becomes-submission',
];

test(`three replicas behind a balancer are one service, to racing clients too (seed ${seed})`, async () => {
  const place = await postgresPlace();
  onTestFinished(place.remove);
  const result = await checkReplicas(
    async (publicUrl) => {
      const store = await place.open();
      onTestFinished(store.close);
      const replica = await createSandbox({ store, publicUrl, users: 30, strict: true });
      onTestFinished(replica.close);
      return replica.url;
    },
    { seed, only, runs: few(1, 2), learnOnlyNeeded: true, failOn: 'implied' },
  );
  expect(brokenClauses(result)).toEqual([]);
  expect(result.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(10);
}, 240_000);
