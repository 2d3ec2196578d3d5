import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stream } from '../random.ts';
import { ibanOf, isGbIban } from './iban.ts';
import {
  fictionalBankDetails,
  fictionalNiNumber,
  fictionalPayeReference,
  isAccountNumber,
  isIssuableNiNumber,
  isNiNumber,
  isPayeReference,
  isSortCode,
} from './identifiers.ts';

const anySeed = fc.string();

describe('identifiers', () => {
  it('a national insurance number of ours has the shape of one and could never have been issued', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const number = fictionalNiNumber(stream(seed));
        expect(isNiNumber(number)).toBe(true);
        expect(isIssuableNiNumber(number)).toBe(false);
      }),
    );
  });

  it.each(['AB123456A', 'JG103759D', 'ZY999999C'])('%s could have been issued', (text) =>
    expect(isIssuableNiNumber(text)).toBe(true),
  );

  it.each([
    'BG123456A',
    'GB123456A',
    'ZZ123456A',
    'DA123456A',
    'AO123456A',
    'AB123456E',
    'AB12345A',
    'ab123456a',
  ])('%s could not', (text) => expect(isIssuableNiNumber(text)).toBe(false));

  it('a PAYE reference, a sort code and an account number have their shapes', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        expect(isPayeReference(fictionalPayeReference(stream(seed)))).toBe(true);
        const { sortCode, accountNumber, iban } = fictionalBankDetails(stream(seed), 'FICB');
        expect(isSortCode(sortCode)).toBe(true);
        expect(isAccountNumber(accountNumber)).toBe(true);
        expect(isGbIban(iban)).toBe(true);
      }),
    );
  });

  it.each(['GB29NWBK60161331926819', 'GB26MIDL40051512345674', 'GB82 WEST 1234 5698 7654 32'])(
    'the published example %s is a right IBAN',
    (text) => expect(isGbIban(text)).toBe(true),
  );

  it('the check digits are those of the published examples', () => {
    expect(ibanOf('NWBK', '60-16-13', '31926819')).toBe('GB29NWBK60161331926819');
    expect(ibanOf('WEST', '123456', '98765432')).toBe('GB82WEST12345698765432');
  });

  it('one wrong digit is noticed', () => {
    fc.assert(
      fc.property(
        anySeed,
        fc.integer({ min: 8, max: 21 }),
        fc.integer({ min: 1, max: 9 }),
        (seed, at, by) => {
          const { iban } = fictionalBankDetails(stream(seed), 'FICB');
          const wrong = iban.slice(0, at) + ((Number(iban[at]) + by) % 10) + iban.slice(at + 1);
          expect(isGbIban(wrong)).toBe(false);
        },
      ),
    );
  });
});
