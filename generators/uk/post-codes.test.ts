import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePostCode, regionOf, regions } from './post-codes.ts';

describe('parsePostCode', () => {
  it.each(['SW1A 1AA', 'sw1a1aa', ' Sw1A  1aA ', 'SW1 A1AA', 'S W 1 A 1 A A'])(
    'reads %j in any spacing and case',
    (text) => {
      expect(parsePostCode(text)).toEqual({
        area: 'SW',
        district: 'SW1A',
        sector: 'SW1A 1',
        unit: 'SW1A 1AA',
      });
    },
  );

  it.each([
    ['M', { area: 'M' }],
    ['CH5', { area: 'CH', district: 'CH5' }],
    ['CH 5', { area: 'CH', district: 'CH5' }],
    ['CH5 1', { area: 'CH', district: 'CH5', sector: 'CH5 1' }],
    ['CH51', { area: 'CH', district: 'CH51' }],
    ['CH51A', { area: 'CH', district: 'CH5', sector: 'CH5 1' }],
    ['M11AA', { area: 'M', district: 'M1', sector: 'M1 1', unit: 'M1 1AA' }],
    ['CR0 2', { area: 'CR', district: 'CR0', sector: 'CR0 2' }],
  ])('reads as much as %j tells', (text, expected) => {
    expect(parsePostCode(text)).toEqual(expected);
  });

  it.each([
    '',
    '   ',
    'BFPO 61',
    'GIR 0AA',
    'N/A',
    'London',
    '12345',
    '1AA',
    'SW1A 1AAA',
    'ß1 1AA',
    'SW1A-1AA',
  ])('finds no post code in %j', (text) => expect(parsePostCode(text)).toBeUndefined());

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect([undefined, ...regions]).toContain(regionOf(text));
      }),
    );
  });

  it('reads a whole post code alike with and without its space', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{1,2}[1-9][0-9A-Z]?$/),
        fc.stringMatching(/^[0-9][A-Z]{2}$/),
        (out, inward) => {
          expect(parsePostCode(out + inward)).toEqual(parsePostCode(`${out} ${inward}`));
        },
      ),
    );
  });
});

describe('regionOf', () => {
  it.each([
    ['SW1A 1AA', 'England'],
    ['cf10 1ep', 'Wales'],
    ['EH1 1YZ', 'Scotland'],
    ['BT1 5GS', 'Northern Ireland'],
    ['G2', 'Scotland'],
    ['GL1', 'England'],
  ])('places %s in %s', (text, region) => expect(regionOf(text)).toBe(region));

  it.each([
    'JE2 3AB',
    'GY1 1AA',
    'IM1 1AA',
    'BF1 2AT',
    'BFPO 61',
    'BX1 1LT',
    'GX11 1AA',
    'ZZ99 3WZ',
    'QQ1 1AA',
    'nonsense',
  ])('gives %s no region', (text) => expect(regionOf(text)).toBeUndefined());

  it('gives a district it does not know the country that all of its area stands under', () => {
    expect(regionOf('SW99 1AA')).toBe('England');
    expect(regionOf('NP1 1AA')).toBe('Wales');
    expect(regionOf('SW')).toBe('England');
  });

  it('gives a district it does not know no region when its area stands under two countries', () => {
    expect(regionOf('CH90 1AA')).toBeUndefined();
    expect(regionOf('CH')).toBeUndefined();
    expect(regionOf('TD16')).toBeUndefined();
  });

  it.each([
    ['CH5 1AA', 'Wales'],
    ['CH1 1AA', 'England'],
    ['SY15 6AA', 'Wales'],
    ['SY1 1AA', 'England'],
    ['TD15 1AA', 'England'],
    ['TD1 1AA', 'Scotland'],
  ])('tells the countries of a border area apart by district: %s is %s', (text, region) =>
    expect(regionOf(text)).toBe(region),
  );

  it.each([
    ['CH4 0AA', 'Wales', 'England'],
    ['HR3 5AA', 'Wales', 'England'],
    ['NP16 7AA', 'England', 'Wales'],
    ['SY10 0AA', 'Wales', 'England'],
    ['SY13 3', 'Wales', 'England'],
  ])('places the straddling %s by its sector in %s, by its district in %s', (text, bySector, byDistrict) => {
    expect(regionOf(text)).toBe(bySector);
    expect(regionOf(text, { straddling: 'dominant-country' })).toBe(byDistrict);
    expect(regionOf(parsePostCode(text)!.district!, { straddling: 'sector' })).toBe(byDistrict);
  });

  it('places a straddling district by its dominant country where the sector is not an exception', () => {
    expect(regionOf('CH4 8AA')).toBe('England');
    expect(regionOf('NP16 5AA')).toBe('Wales');
    expect(regionOf('TD12 4AA')).toBe('Scotland');
  });
});
