import { expect, test } from 'vitest';
import { loadReceiverClauses } from '../../spec/receiver-clauses.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { runExam } from '../suite/run-exam.ts';
import { examChecks } from './open-receiver.ts';
import { agreedInTests } from './testing/agreed-in-tests.ts';
import type { Defect } from './testing/defects/defect.ts';
import { defects } from './testing/defects/index.ts';
import { rightSteps, startSteps } from './testing/hand-made-receiver.ts';

const clauses = loadReceiverClauses().map(({ id }) => id);

async function examined({ clause, with: agreed, change }: Defect) {
  const secret = agreed.includes('secret') ? agreedInTests.secret : undefined;
  const key = agreed.includes('key') ? agreedInTests.key : undefined;
  const right = rightSteps();
  const receiver = await startSteps({ secret, key }, { ...right, ...change(right) });
  try {
    const result = await runExam(
      { url: receiver.url, secret, encryptionKey: key },
      {
        only: [clause],
        seed: 1,
        ...(clause.startsWith('handled.') && { handled: receiver.handled, failing: receiver.failing }),
        failOn: 'implied',
        timeoutMs: 3000,
        promptMs: 250,
        patienceMs: 300,
      },
    );
    return result.clauses.find((one) => one.clause === clause)!;
  } finally {
    await receiver.close();
  }
}

test('every clause has a check, every check a clause, and every clause a defect', () => {
  expect(new Set(examChecks.map(({ clause }) => clause))).toEqual(new Set(clauses));
  expect(clauses.filter((id) => !defects.some(({ clause }) => clause === id))).toEqual([]);
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
});

test.concurrent.each(sample(defects, 4))(
  'a receiver that $name fails $clause',
  { timeout: 180_000 },
  async (defect) => {
    const { verdict, failure, skip, error } = await examined(defect);
    expect({ verdict, skip, error }).toEqual({ verdict: 'fail' });
    expect(failure).toMatchObject({
      exchange: { curl: expect.stringContaining('curl -sS -i -g -X POST') },
      advice: { danger: expect.stringMatching(/\.$/), mend: expect.stringMatching(/\.$/) },
      replay: expect.stringContaining(`${defect.clause}@`),
    });
  },
);
