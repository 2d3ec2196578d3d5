import { describe, expect, it } from 'vitest';
import { flatRate } from './income-tax.ts';
import { inRegion, parseTaxCode, withoutMarker } from './tax-code.ts';

describe('a tax code', () => {
  it.each([
    ['1257L', { region: 'rUK', basis: 'cumulative', kind: 'allowance', number: 1257 }],
    ['S1257L', { region: 'Scotland', basis: 'cumulative', kind: 'allowance', number: 1257 }],
    ['C1257L M1', { region: 'Wales', basis: 'non-cumulative', kind: 'allowance', number: 1257 }],
    ['1383M', { region: 'rUK', basis: 'cumulative', kind: 'allowance', number: 1383 }],
    ['1131N', { region: 'rUK', basis: 'cumulative', kind: 'allowance', number: 1131 }],
    ['812T', { region: 'rUK', basis: 'cumulative', kind: 'allowance', number: 812 }],
    ['0T', { region: 'rUK', basis: 'cumulative', kind: 'allowance', number: 0 }],
    ['S0T W1', { region: 'Scotland', basis: 'non-cumulative', kind: 'allowance', number: 0 }],
    ['BR', { region: 'rUK', basis: 'cumulative', kind: 'flat', step: 0 }],
    ['SD2 X', { region: 'Scotland', basis: 'non-cumulative', kind: 'flat', step: 3 }],
    ['CD1', { region: 'Wales', basis: 'cumulative', kind: 'flat', step: 2 }],
    ['NT', { region: 'rUK', basis: 'cumulative', kind: 'none' }],
    ['K475', { region: 'rUK', basis: 'cumulative', kind: 'addition', number: 475 }],
    ['SK12W1', { region: 'Scotland', basis: 'non-cumulative', kind: 'addition', number: 12 }],
  ])('%s is understood', (text, meaning) => expect(parseTaxCode(text)).toEqual(meaning));

  it.each([
    '',
    'L',
    '12570L',
    '1257',
    '1257l',
    'D2',
    'CD2',
    'SD4',
    'SNT',
    'K',
    '1257L M2',
    'X1257L',
    '1257L  M1',
  ])('%j is none', (text) => expect(parseTaxCode(text)).toBeUndefined());

  it('loses its marker in a new year, and nothing else', () => {
    expect(['1257L M1', '0T W1', 'BR X', '1257LX', 'K20'].map(withoutMarker)).toEqual([
      '1257L',
      '0T',
      'BR',
      '1257L',
      'K20',
    ]);
  });

  it('moves with its holder, but for NT', () => {
    expect(inRegion('1257L', 'Scotland')).toBe('S1257L');
    expect(inRegion('SBR', 'Wales')).toBe('CBR');
    expect(inRegion('CK10 M1', 'rUK')).toBe('K10 M1');
    expect(inRegion('NT', 'Scotland')).toBe('NT');
  });

  it.each([
    ['rUK', 2023, [2000, 4000, 4500]],
    ['Wales', 2026, [2000, 4000, 4500]],
    // SD2 was the top rate until the advanced one came in between.
    ['Scotland', 2023, [2000, 2100, 4200, 4700]],
    ['Scotland', 2024, [2000, 2100, 4200, 4500, 4800]],
  ] as const)('BR, D0, D1 ... of %s in %i are the basic rate and those above it', (region, year, rates) => {
    expect(rates.map((_, step) => flatRate(region, year, step))).toEqual(rates);
  });
});
