import { isObject, type Json, objectIn } from '../../../spec/json.ts';
import { besides } from '../../judgement/difference.ts';
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
export async function expectTruth(stage: Stage, requests: readonly Seen[], { printed }: Outcome) {
  if (!printed) return;
  const right = (await fixtures[stage.journey].facts?.(stage, requests)) ?? {};
  for (const [key, values] of Object.entries(right)) {
    const value = printed[key];
    if (value === undefined || value === null || values.some((one) => agrees(key, one, value))) continue;
    const field = isObject(value) && fieldThatDiffers(values[0], value);
    if (field) {
      const [right, is] = besides(objectIn(values[0] as Json)[field], value[field]);
      throw new Failure(`"${key}.${field}" to be ${right}, as the service has it`, is);
    }
    const expected = [...new Set(values.map((one) => JSON.stringify(one)))].join(' or ');
    throw new Failure(`"${key}" to be ${expected}, as the service has it`, JSON.stringify(value));
  }
}

/** The first field of the truth that is printed otherwise. */
const fieldThatDiffers = (right: unknown, printed: unknown): string | undefined => {
  const told = objectIn(printed as Json);
  return Object.entries(objectIn(right as Json)).find(
    ([name, value]) => Object.hasOwn(told, name) && !same(told[name], value),
  )?.[0];
};

const amounts = new Set(['net_pay', 'closing_balance', 'total_income', 'total']);

function agrees(key: string, right: unknown, printed: unknown): boolean {
  if (amounts.has(key)) return amountOf(right) === amountOf(printed);
  if (isObject(right)) return fieldThatDiffers(right, printed) === undefined;
  return typeof right === 'number' ? Number(printed) === right : right === printed;
}
