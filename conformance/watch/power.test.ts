import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { few, isProof, testSeed } from '../../spec/testing/test-run.ts';
import { mutants } from '../proof/mutants/index.ts';
import { combined, type Defect, type Mutant } from '../proof/mutants/mutant.ts';
import { brokenIn, watchedRun } from '../proof/watched-run.ts';
import type { Passed } from './memory/passed.ts';
import { ordinaryIntegration, startReceiver } from './testing/integration.ts';
import { dayOfRuns, noiseOf, transcriptOf, visibleIn } from './testing/visible.ts';

const points = defaultProfile().points;

/** A day of an ordinary integration in front of a server with these defects: what broke, and what was answered. */
async function dayBehind(defects: readonly Defect[]) {
  const { environment = 'sandbox', ...broken } = combined(defects);
  await using sandbox = await createSandbox({
    users: 12,
    now: `${dayOfRuns}T09:30:00Z`,
    ...broken,
    environment,
  });
  const recorded: Passed[] = [];
  const { ledger } = await watchedRun(
    sandbox.url,
    async (url, { receiverUrl, receiverPort }) => {
      await using _ = await startReceiver(receiverPort);
      await ordinaryIntegration(url, sandbox, { points }, receiverUrl);
    },
    { environment, profile: { points } },
    { record: (line) => void ('kind' in line && recorded.push(line)) },
  );
  return { ledger, transcript: transcriptOf(recorded), requests: recorded.length };
}

const lotOf = ({ clause, name }: Mutant): string => hash('sha256', `${testSeed} ${clause} ${name}`);
const drawn = [...mutants].sort((a, b) => lotOf(a).localeCompare(lotOf(b))).slice(0, few(1, 40));

test('of the defects that show in the traffic of an ordinary integration most are noticed, and an unbroken server is accused of nothing', async () => {
  const unbroken = await dayBehind([]);
  expect(brokenIn(unbroken.ledger)).toEqual([]);
  expect(unbroken.ledger.report('').totals.pass).toBeGreaterThan(150);
  const again = [await dayBehind([]), ...(isProof ? [await dayBehind([])] : [])];
  const noise = noiseOf(unbroken.transcript, ...again.map(({ transcript }) => transcript));
  const outcomes: { name: string; seen: string[]; broken: string[] }[] = [];
  for (const { clause, name, defects } of drawn) {
    const { ledger, transcript } = await dayBehind(defects);
    const seen = visibleIn(unbroken.transcript, transcript, noise);
    outcomes.push({ name: `${clause}: ${name}`, seen: seen.slice(0, 3), broken: brokenIn(ledger) });
  }
  const noticed = outcomes.filter(({ broken }) => broken.length > 0);
  const visible = outcomes.filter(({ seen, broken }) => seen.length > 0 || broken.length > 0);
  const missed = visible.filter((one) => !noticed.includes(one));
  console.log(
    `Of ${drawn.length} drawn mutants ${visible.length} show in the answers of an ordinary integration, and ${noticed.length} are noticed.`,
    missed,
  );
  // Some twenty of a draw show: the share of one draw is within a fifth of the true one.
  if (isProof) expect(noticed.length / visible.length).toBeGreaterThanOrEqual(0.5);
}, 1_200_000);
