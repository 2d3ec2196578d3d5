import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { judgePython } from './judge-python.ts';
import { hasPython, pythonFolder } from './python-server.ts';

const installed = hasPython();
const note = installed ? '' : ' (left out: Python 3.11 is not installed here)';

/** Areas that a run judges in a few seconds; `npm run proof` judges all. */
const sample = ['users.*', 'configuration.*', 'terms.*', 'expenditure.left-out.*', 'webhooks.create.*'];

test.skipIf(!installed)(`the suite accuses a server of another hand of nothing${note}`, async () => {
  const { totals, clauses } = await judgePython({ only: sample, runs: 2, learnOnlyNeeded: true });
  const accused = clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  expect(accused.map(({ clause }) => clause)).toEqual([]);
  expect(totals.pass).toBeGreaterThan(40);
});

test.skipIf(!installed)(`the AES of that server gives the published answers${note}`, () => {
  execFileSync('python3', ['-B', '-m', 'unittest', '-q', 'test_aes'], { cwd: pythonFolder, stdio: 'pipe' });
});
