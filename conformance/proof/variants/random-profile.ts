import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'yaml';
import { mapValues } from '../../../spec/json.ts';
import {
  defaultProfile,
  type JsonSchema,
  loadOpenPoints,
  type PartialProfile,
  type PointId,
} from '../../../spec/profile.ts';

type Choice = readonly unknown[] | { readonly min: number; readonly max: number };

/** The choices of `drawn-points.yaml`. All other points are drawn from their schemas. */
const choices: Readonly<Record<string, Choice>> = parse(
  readFileSync(new URL('./drawn-points.yaml', import.meta.url), 'utf8'),
);

const drawn: { [Point in PointId]?: fc.Arbitrary<unknown> } = {
  ...mapValues(choices, (choice) => ('min' in choice ? fc.integer(choice) : fc.constantFrom(...choice))),
  'auth.member-token.operations': fc.subarray(defaultProfile().points['auth.member-token.operations']),
};

function ofSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const items = schema['items'] as { enum?: unknown[] } | undefined;
  if (items?.enum) return fc.subarray(items.enum);
  if (schema['type'] === 'integer')
    return fc.integer({ min: Number(schema['minimum'] ?? 0), max: Number(schema['maximum'] ?? 1000) });
  throw new Error(`No value can be drawn from ${JSON.stringify(schema)}`);
}

const words = fc.constantFrom('svc', 'acme', 'paylens', 'northwind');
const authorities = fc.constantFrom('taxauth', 'revenue', 'fisc');

/** A profile drawn from all that the open points allow; the same seed draws the same one. */
export function randomProfile(seed: number): PartialProfile {
  const points = Object.fromEntries(
    loadOpenPoints().map(({ id, schema }) => [id, drawn[id as PointId] ?? ofSchema(schema)]),
  );
  const profiles = fc.record({
    naming: fc.record({ vendor: words, authority: authorities }),
    points: fc.record(points),
  });
  const [profile] = fc.sample(profiles, { seed, numRuns: 1 });
  return JSON.parse(JSON.stringify(profile));
}
