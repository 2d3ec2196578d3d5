import type { PartialProfile } from '../../../spec/profile.ts';
import { Intake } from '../intake.ts';
import type { Passed } from '../memory/passed.ts';
import { startProxy } from '../proxy.ts';
import { standInsFor } from '../stand-ins.ts';
import { Watch } from '../watch.ts';
import { type Deployment, ordinaryIntegration } from './integration.ts';

/** What `payrig watch --record` has of an integration's day, and what it learnt. */
export async function recordedDay(deployment: Deployment, profile: PartialProfile = {}) {
  const recorded: Passed[] = [];
  const watch = new Watch({ profile });
  const standIns = standInsFor(profile);
  const intake = new Intake(watch, {
    vendor: profile.naming?.vendor,
    standIns,
    record: (line) => void ('kind' in line && recorded.push(line)),
  });
  const proxy = await startProxy({ kind: 'exchange', to: deployment.url, port: 0, intake });
  try {
    await ordinaryIntegration(proxy.url, deployment, profile);
    // What was answered last is judged in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    await proxy.close();
  }
  return { recorded, ledger: watch.ledger };
}
