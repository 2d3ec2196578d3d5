import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadArrangementContract, loadContract } from './contract.ts';
import { completeProfile, defaultProfile, loadOpenPoints, type OpenPoint } from './profile.ts';
import { type Json, type JsonObject, openPointsOf } from './render.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const written = parse(read('./open-points.yaml'), { merge: true }) as OpenPoint[];
const points = loadOpenPoints();

function marksOf(node: Json): string[] {
  if (Array.isArray(node)) return node.flatMap(marksOf);
  if (node === null || typeof node !== 'object') return [];
  return [...openPointsOf(node as JsonObject), ...Object.values(node).flatMap(marksOf)];
}

describe('open points', () => {
  it('fit their schema', () => {
    const validate = new Ajv2020({ allErrors: true, strict: false }).compile(
      JSON.parse(read('./open-points.schema.json')),
    );
    validate(written);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('are loaded as they are written', () => {
    expect(points).toEqual(written);
  });

  it('have an id each', () => {
    const ids = points.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  const strictly = new Ajv2020({ strict: true, allowUnionTypes: true });
  it.each(points)('$id allows its default, and something else as well', ({ schema, default: value }) => {
    expect(strictly.compile(schema)(value)).toBe(true);
    if (Array.isArray(schema['enum'])) expect(schema['enum'].length).toBeGreaterThan(1);
    if (!Array.isArray(schema['enum'])) expect(schema['type']).toBeDefined();
  });

  it('hold no stand-in word in their ids, which a rendering would rename', () => {
    expect(points.filter(({ id }) => /svc|taxauth/i.test(id))).toEqual([]);
  });

  it('are what the contract marks', () => {
    const known = new Set<string>(points.map(({ id }) => id));
    const marks = [loadContract(defaultProfile()), loadArrangementContract()].flatMap(({ document }) =>
      marksOf(document),
    );
    expect(marks.length).toBeGreaterThan(50);
    expect(marks.filter((id) => !known.has(id))).toEqual([]);
  });

  it('are marked by known ids in every rendered contract, too', () => {
    const known = new Set<string>(points.map(({ id }) => id));
    const profile = completeProfile({
      points: { 'requests.rate-limit': 5, 'authorisations.reads': ['listBankStatements'] },
    });
    expect(marksOf(loadContract(profile).document).filter((id) => !known.has(id))).toEqual([]);
  });
});
