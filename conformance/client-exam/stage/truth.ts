import { isObject } from '../../../spec/json.ts';
import { Failure } from '../../judgement/failure.ts';
import { fixtures, madeBy, same } from './fixtures.ts';
import type { Seen } from './front.ts';
import { keyOperationOf } from './journeys.ts';
import { amountOf } from './money.ts';
import type { Stage } from './stage.ts';
import type { Outcome } from './start-journey.ts';

/** What the journey has not done, in words; undefined when its job is done. */
export async function leftUndone(stage: Stage, requests: readonly Seen[]): Promise<string | undefined> {
  const { undone } = fixtures[stage.journey];
  if (undone) return (await undone(stage)) || undefined;
  const operation = keyOperationOf(stage.journey);
  return madeBy(requests, operation).length > 0 ? undefined : `${operation} was never answered with success`;
}

/** Compares what a run printed with the truth, to the penny; a key that is not known is not judged. */
export async function expectTruth(
  stage: Stage,
  requests: readonly Seen[],
  { printed }: Outcome,
): Promise<void> {
  if (!printed) return;
  const right = (await fixtures[stage.journey].facts?.(stage, requests)) ?? {};
  for (const [key, values] of Object.entries(right)) {
    const value = printed[key];
    if (value === undefined || value === null || values.some((one) => agrees(key, one, value))) continue;
    const expected = [...new Set(values.map((one) => JSON.stringify(one)))].join(' or ');
    throw new Failure(`"${key}" to be ${expected}, as the service has it`, JSON.stringify(value));
  }
}

const amounts = new Set(['net_pay', 'closing_balance', 'total_income', 'total']);

function agrees(key: string, right: unknown, printed: unknown): boolean {
  if (amounts.has(key)) return amountOf(right) === amountOf(printed);
  if (key === 'user' && isObject(printed) && isObject(right))
    return Object.entries(right).every(
      ([name, value]) => !Object.hasOwn(printed, name) || same(printed[name], value),
    );
  return typeof right === 'number' ? Number(printed) === right : right === printed;
}
