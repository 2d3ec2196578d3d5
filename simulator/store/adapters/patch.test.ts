import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../port.ts';
import { patched, patchOf } from './patch.ts';

const document = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom<Json[]>(null, 1, 'text', [], ['a']),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', '1', '__proto__'), tie('json')), {
        selector: ([key]) => key,
      })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).json;

it('a patch turns one document into the other, in the same order', () => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      const patch = JSON.parse(JSON.stringify(patchOf(before, after)));
      expect(JSON.stringify(patched(before, patch))).toBe(JSON.stringify(after));
    }),
  );
});

it('a patch holds what changed, and nothing else', () => {
  const parts = {
    user: { forename: 'Ann', surname: 'Lee' },
    entries: { one: { pay: [1] }, two: { pay: [2] } },
  };
  const changed = {
    user: { ...parts.user, surname: 'Ray' },
    entries: { two: parts.entries.two, three: { pay: [3] } },
  };
  expect(patchOf({ parts }, { parts: changed })).toEqual([
    [['parts', 'user', 'surname'], 'Ray'],
    [['parts', 'entries', 'one']],
    [['parts', 'entries', 'three'], { pay: [3] }],
  ]);
});
