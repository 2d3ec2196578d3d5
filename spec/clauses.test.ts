import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { areaOf, clausesById, loadClauses } from './clauses.ts';
import { loadContract } from './contract.ts';
import { valuesOf } from './generated/contract-lists.ts';
import { parseClauses, renderClauseIds } from './parse-clauses.ts';
import { defaultProfile } from './profile.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const schema = JSON.parse(read('./clauses.schema.json'));
const clauses = loadClauses();
const operationIds = [...loadContract(defaultProfile()).operations.keys()];

const one = (changes: object) =>
  JSON.stringify([
    {
      id: 'a.b',
      level: 'stated',
      statement: 'Something can be observed.',
      section: 'Errors',
      places: ['row 1', 'Limits: row 2'],
      operations: ['listUsers'],
      ...changes,
    },
  ]);

describe('the clauses', () => {
  it('fit their schema and are well over 150', () => {
    expect(clauses.length).toBeGreaterThan(150);
    expect(clausesById().size).toBe(clauses.length);
  });

  it('stand by area, in alphabetical order', () => {
    const areas = clauses.map(({ id }) => areaOf(id));
    expect(areas).toEqual([...areas].sort());
  });

  it('are never an area or a group and a clause at once, so that a glob means one thing', () => {
    const ids = new Set<string>(clauses.map(({ id }) => id));
    const groups = clauses.flatMap(({ id }) =>
      id.split('.').map((_, n, parts) => parts.slice(0, n).join('.')),
    );
    expect(groups.filter((group) => ids.has(group))).toEqual([]);
  });

  it('say something different each', () => {
    const statements = clauses.map(({ statement }) => statement);
    expect(new Set(statements).size).toBe(statements.length);
  });

  it('judge every operation and every event whose trigger is stated', () => {
    const judged = new Set<string>(
      clauses.flatMap(({ operations, webhooks }) => [...operations, ...webhooks]),
    );
    expect([...operationIds, ...valuesOf.EventKind].filter((name) => !judged.has(name))).toEqual([]);
  });

  it('give every operation a clause that is about no more than three operations', () => {
    const own = new Set<string>(clauses.filter((c) => c.operations.length <= 3).flatMap((c) => c.operations));
    expect(operationIds.filter((name) => !own.has(name))).toEqual([]);
  });

  it('cover every section of the document that states something', () => {
    const covered = new Set<string>(clauses.map(({ section }) => section));
    expect(schema.$defs.section.enum.filter((name: string) => !covered.has(name))).toEqual([]);
  });

  it('depend on open points that exist', () => {
    const points: { id: string }[] = parse(read('./open-points.yaml'));
    const known = new Set<string>(points.map(({ id }) => id));
    const unknown = clauses.flatMap(({ id, dependsOn }) =>
      dependsOn.filter((p) => !known.has(p)).map((p) => [id, p]),
    );
    expect(unknown).toEqual([]);
  });

  it('name operations and webhooks of the contract alone', () => {
    const named = clauses.flatMap(({ operations, webhooks }) => [...operations, ...webhooks]);
    const known = new Set<string>([...operationIds, ...valuesOf.EventKind]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('have their ids in the generated type', () => {
    expect(read('./generated/clause-ids.ts')).toContain(renderClauseIds(clauses));
  });
});

describe('reading clauses', () => {
  it('turns the keys of the file into those of the type', () => {
    expect(parseClauses(one({ 'depends-on': ['x.y'], 'check-hint': 'try' }))).toEqual([
      {
        id: 'a.b',
        level: 'stated',
        statement: 'Something can be observed.',
        section: 'Errors',
        places: ['Errors: row 1', 'Limits: row 2'],
        operations: ['listUsers'],
        webhooks: [],
        dependsOn: ['x.y'],
        checkHint: 'try',
      },
    ]);
  });

  it.each([
    ['an id without an area', { id: 'alone' }],
    ['an id in capitals', { id: 'Users.list' }],
    ['a statement without a full stop', { statement: 'Something can be observed' }],
    ['an unknown section', { section: 'Elsewhere' }],
    ['a stated clause without its place', { places: undefined }],
    ['a place that is a copy of the text', { places: ['A term can be accepted only while it is active'] }],
    ['neither operation nor webhook', { operations: [] }],
    ['a clause of no level', { level: undefined }],
    ['a level that there is not', { level: 'hoped-for' }],
    ['an implied clause without its reason', { level: 'implied' }],
    ['a reason for what is stated', { why: 'A stated clause needs no reason.' }],
    ['an unknown key', { severity: 'high' }],
  ])('refuses %s', (_, changes) => {
    expect(() => parseClauses(one(changes))).toThrow(/do not fit their schema/);
  });

  it('names the clause at fault', () => {
    expect(() => parseClauses(one({ section: 'Elsewhere' }))).toThrow(/^a\.b\/section /m);
  });

  it('refuses an id that comes twice', () => {
    const [clause] = JSON.parse(one({}));
    expect(() => parseClauses(JSON.stringify([clause, clause]))).toThrow('Clause ids come twice: a.b');
  });
});
