import { expect, test } from 'vitest';
import { documentPlaces, pointedAt } from './document-places.ts';

const places = documentPlaces(`# Title
Conventions used here:
- One.

## Errors
Bodies are so. And no other.

| Status | When |
|---|---|
| 400 | missing |

| Field | Type |
|---|---|
| errors | array |

### A rule (in short)
1. First.
`);

test('rows, list items and paragraphs are named under their heading, and each of several sentences', () => {
  expect(places).toEqual([
    'Conventions: bullet 1',
    'Errors: paragraph 1, sentence 1',
    'Errors: paragraph 1, sentence 2',
    'Errors: row 1',
    'Errors: table 2 row errors',
    'Errors / A rule: rule 1',
  ]);
});

test('a place that the document does not have is reported, and so is one that no clause points at', () => {
  const clauses = [
    { id: 'a', places: ['Errors: paragraph 1, sentence 2', 'Errors: every row'] },
    { id: 'b', places: ['Errors: paragraph 1', 'Errors / A rule: rule 1'] },
  ];
  expect(pointedAt(places, clauses)).toEqual({
    unknown: [['b', 'Errors: paragraph 1']],
    idle: ['Conventions: bullet 1', 'Errors: paragraph 1, sentence 1', 'Errors: table 2 row errors'],
  });
});
