import { expect, test } from 'vitest';
import { createSandbox } from '../../../../simulator/sandbox.ts';
import type { PartialProfile } from '../../../../spec/profile.ts';
import { standardTarget } from '../../../proof/mutants/run-mutant.ts';
import { runSuite } from '../../run-suite.ts';
import { deliveryProbes as probes } from './webhooks.ts';

/** What is learnt of a sandbox under these points: its value, or why there is none. */
async function learnt(points: PartialProfile['points']) {
  const sandbox = await createSandbox({ users: 1, profile: { points } });
  const result = await runSuite({ checks: [], probes }, standardTarget(sandbox));
  await sandbox.close();
  return Object.fromEntries(
    result.points
      .filter(({ point }) => probes.some((one) => one.point === point))
      .map((one) => [one.point, one.verdict === 'defined' ? one.value : one.reason]),
  );
}

const profiles: NonNullable<PartialProfile['points']>[] = [
  {
    'webhooks.delivery.success': '2xx',
    'webhooks.delivery.gone': 'stop',
    'webhooks.delivery.redirects': 'refuse',
    'webhooks.encryption.iv-bytes': 12,
    'webhooks.encryption.content-type': 'text/plain',
    'events.bank-statement.payload-key': 'bank_statement_submissions',
    'events.income.trigger': 'new-income-submission',
    'events.income.payload-key': 'income_submissions',
  },
  {
    'webhooks.delivery.success': '200-only',
    'webhooks.delivery.gone': 'unsubscribe',
    'webhooks.delivery.redirects': 'follow',
    'webhooks.encryption.iv-bytes': 16,
    'webhooks.encryption.content-type': 'application/json',
    'events.bank-statement.payload-key': 'statements',
    'events.income.trigger': 'new-income-submission',
    'events.income.payload-key': 'incomes',
  },
];

test.each(profiles)('what a sandbox does with deliveries is learnt as it is (%#)', async (points) => {
  expect(await learnt(points)).toEqual(points);
});

test('a probe tells a 410 that is retried from one that is not', async () => {
  expect(await learnt({ 'webhooks.delivery.gone': 'retry' })).toMatchObject({
    'webhooks.delivery.gone': 'retry',
  });
});

test('a 410 proves nothing where nothing follows a 500 either', async () => {
  expect(await learnt({ 'webhooks.delivery.success': 'any-response' })).toMatchObject({
    'webhooks.delivery.success': 'any-response',
    'webhooks.delivery.gone': expect.stringContaining('nothing follows a 500 either'),
  });
});

test('an event without a payload is learnt as such', async () => {
  expect(await learnt({ 'events.income.payload-key': null })).toMatchObject({
    'events.income.payload-key': null,
  });
});

test('the payload of an event that never comes stays unknown', async () => {
  expect(await learnt({ 'events.income.trigger': 'never' })).toMatchObject({
    'events.income.trigger': 'never',
    'events.income.payload-key': 'the event is never emitted',
  });
});
