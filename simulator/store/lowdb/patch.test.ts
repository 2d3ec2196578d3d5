import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document, Json } from '../store.ts';
import { applyPatch, type Patch, patchOf } from './patch.ts';

const leaf = fc.oneof(fc.nat(3), fc.constantFrom(null, 'a', [], [1]), fc.constant({}));
const name = fc.constantFrom('a', 'b', 'c', '1', '__proto__', 'toString');
const { tree } = fc.letrec<{ tree: Document; value: Json }>((tie) => ({
  tree: fc
    .array(fc.tuple(name, tie('value')), { maxLength: 5 })
    .map((entries) => Object.fromEntries(entries) as Document),
  value: fc.oneof({ maxDepth: 3 }, leaf, tie('tree')),
}));

/** A change as handlers make it: fields are set, moved to the end or taken away, and all else is shared. */
type Step = { path: string[]; name: string; value: Json | undefined };
const step: fc.Arbitrary<Step> = fc.record({
  path: fc.array(name, { maxLength: 2 }),
  name,
  value: fc.option(fc.oneof(leaf, tree), { nil: undefined }),
});

function changed(document: Document, { path: [first, ...rest], name, value }: Step): Document {
  if (first === undefined) {
    const { [name]: _, ...others } = document;
    return value === undefined ? others : Object.fromEntries([...Object.entries(others), [name, value]]);
  }
  const inner = Object.hasOwn(document, first) ? document[first] : undefined;
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return document;
  const next = changed(inner, { path: rest, name, value });
  return Object.fromEntries(Object.entries(document).map((one) => (one[0] === first ? [first, next] : one)));
}

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const text = (document: Document): string => JSON.stringify(document);

/** As the store does it: what a patch cannot tell is told as a whole. */
const change = (before: Document, after: Document): ((document: Document) => Document) => {
  const patch = patchOf(before, after);
  return (document) => (patch ? applyPatch(document, throughJson(patch)) : throughJson(after));
};

describe('a patch', () => {
  it('makes of any document any other, to the letter', () => {
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        expect(text(change(before, after)(throughJson(before)))).toBe(text(after));
      }),
      { numRuns: 1000 },
    );
  });

  it('makes the same of a document that has had some of the changes already', () => {
    fc.assert(
      fc.property(tree, fc.array(step, { maxLength: 8 }), (start, steps) => {
        const versions = [start];
        for (const one of steps) versions.push(changed(versions.at(-1) as Document, one));
        const changes = versions.slice(1).map((after, at) => change(versions[at] as Document, after));
        for (const version of versions) {
          const end = changes.reduce((document, make) => make(document), throughJson(version));
          expect(text(end)).toBe(text(versions.at(-1) as Document));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('tells nothing of what is shared, and little of a small change', () => {
    const large = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`item-${n}`, { n, text: 'x'.repeat(50) }]),
    );
    const before: Document = { order: 'a', items: large };
    expect(patchOf(before, { ...before })).toEqual([[], [], []]);
    const after = { ...before, items: { ...large, 'item-7': { ...large['item-7'], n: 8 } } } as Document;
    const item: Patch = [[], [['n', 8]], []];
    const items: Patch = [[], [], [['item-7', item]]];
    expect(patchOf(before, after)).toEqual([[], [], [['items', items]]]);
  });

  it('counts a field that is undefined as one that is not there', () => {
    const patch = patchOf({ a: 1, b: 2 }, { a: undefined as unknown as Json, b: 2 });
    expect(patch).toEqual([['a'], [], []]);
  });
});
