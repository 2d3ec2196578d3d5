import { isObject, type Json, type JsonObject } from '../../../spec/json.ts';
import { lazy } from '../../../spec/lazy.ts';
import { expectThat } from '../../judgement/expect.ts';
import { missing } from '../../steps/kept-by-meaning.ts';
import type { JsonFields } from '../../target/read-json.ts';
import { tolerantContract } from '../../target/tolerant-contract.ts';

/** The names of fields that the contract has: others are the deployment's own, and may stand in an answer alone. */
const stated = lazy(() => propertiesIn(tolerantContract({}).document));

/** By these the items of a list are found, also where they look like a number. */
const isName = /^(description|employer_name)$/;

/**
 * Fails the clause unless a payload or an answer has all that was shown of the same submission before. A phone is a number in
 * the one and a text in the other, and so has two stand-ins; so has an amount without pence. What begins with noughts is none.
 */
export function expectSentAsShown(shown: JsonFields, sent: readonly JsonFields[]): void {
  const twin = sent.find(({ id }) => id === shown['id']);
  if (!twin) return;
  const isComparable = (name: string, value: unknown): boolean =>
    (/^\d*$/.test(name) || stated().has(name)) &&
    name !== 'phone' &&
    value !== null &&
    (isName.test(name) || !/^-?(0|[1-9]\d*)(\.\d|\.\d{3,})?$/.test(`${value}`));
  const comparable = (name: string, value: unknown): unknown =>
    isComparable(name, value) ? value : undefined;
  const lost = missing(JSON.parse(JSON.stringify(shown, comparable)), twin);
  expectThat(lost === undefined, 'each value that was shown before', lost ?? '');
}

/** The schemas of every property in the contract, by the property's name. */
export function propertiesIn(node: Json, found = new Map<string, JsonObject[]>()): Map<string, JsonObject[]> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [key, child] of Object.entries(node)) {
    if (key === 'properties' && isObject(child))
      for (const [name, schema] of Object.entries(child))
        if (isObject(schema)) found.set(name, [...(found.get(name) ?? []), schema]);
    propertiesIn(child, found);
  }
  return found;
}
