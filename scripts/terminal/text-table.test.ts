import { describe, expect, it } from 'vitest';
import { textTable, wrapped } from './text-table.ts';

describe('a text table', () => {
  it('aligns its columns and breaks the last one between words', () => {
    const table = textTable(
      ['KEY', 'WHAT'],
      [
        ['a', 'one'],
        ['longer', 'two three four five six seven eight'],
      ],
      40,
    );
    expect(table).toBe(
      [
        'KEY     WHAT',
        '---     ----',
        'a       one',
        'longer  two three four five six seven',
        '        eight',
        '',
      ].join('\n'),
    );
  });

  it('keeps words whole, however long', () => {
    expect(wrapped('a incomprehensibilities b', 5)).toEqual(['a', 'incomprehensibilities', 'b']);
  });
});
