// `npm run conformance`: every clause as a vitest test against a sandbox of our own, as a team would keep it.
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../simulator/sandbox.ts';
import { few, isProof, testSeed } from '../../spec/testing/test-run.ts';
import { standardTarget } from '../proof/mutants/run-mutant.ts';
import { conformanceTests } from '../vitest.ts';

const sandboxes: Sandbox[] = [];
afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.close();
});

const target = async () => {
  const sandbox = await createSandbox({ strict: true });
  const production = await createSandbox({ environment: 'production', users: 5, strict: true });
  sandboxes.push(sandbox, production);
  return standardTarget(sandbox, production);
};

conformanceTests({ describe, test, beforeAll }, target, {
  ...(!isProof && { seed: testSeed }),
  runs: few(2, 12),
});
