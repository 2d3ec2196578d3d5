import { expect, test } from 'vitest';
import { clausesById } from '../../../spec/clauses.ts';
import { loadContract, operationOf } from '../../../spec/contract.ts';
import { isObject, objectAt, objectIn } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { defaultProfile, loadOpenPoints, type PointId } from '../../../spec/profile.ts';
import { sample } from '../../../spec/testing/test-run.ts';
import { checks } from '../../checks/all-checks.ts';
import { probes } from '../../suite/learn/probes/index.ts';
import { onAnswer } from '../mutants/mutant.ts';
import { judged, shapesOf } from '../mutants/testing/request-defects.ts';

const profile = defaultProfile();
const contract = loadContract(profile);

/** Whether the document leaves the status of this answer open, so that it may be another one at each operation. */
function isOpen(operation: OperationId, status: number): boolean {
  const { path, method } = operationOf(contract, operation);
  const responses = objectIn(objectAt(contract.document, 'paths', path, method), 'responses');
  const response = responses[String(status)];
  return isObject(response) && response['x-open-point'] !== undefined && response['x-stated'] === undefined;
}

/** The learnt values that are statuses, each with the other values that the document allows it. */
const statuses = loadOpenPoints().flatMap(({ id, schema }) => {
  const allowed: unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : [];
  const own = profile.points[id as PointId];
  const another = allowed.find((one) => typeof one === 'number' && one >= 400 && one !== own && one !== 404);
  const probe = probes.find(({ point }) => point === id);
  const users = checks.filter(({ clause, points = [], uses = [] }) =>
    [...points, ...uses, ...(clausesById().get(clause)?.dependsOn ?? [])].includes(id as PointId),
  );
  return typeof own === 'number' && typeof another === 'number' && probe && users.length > 0
    ? [{ id, own, another, probe, users }]
    : [];
});

test('there are learnt statuses that checks demand', () => {
  expect(statuses.length).toBeGreaterThan(5);
});

test.for(sample(statuses, 1).map((one) => [one.id, one] as const))(
  '%s is demanded nowhere but where it was learnt',
  { timeout: 240_000 },
  async ([, { own, another, probe, users }]) => {
    const learntAt = new Set([...(await shapesOf(probe))].map((shape) => shape.split(' ')[0]));
    const elsewhere = onAnswer('*', (answer, { operation }) =>
      operation && !learntAt.has(operation) && answer.status === own && isOpen(operation, own)
        ? { ...answer, status: another }
        : answer,
    );
    const { clauses, totals } = await judged(users, [elsewhere], { failOn: 'implied' });
    expect(clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause)).toEqual([]);
    expect(totals.judged).toBeGreaterThan(0);
  },
);
