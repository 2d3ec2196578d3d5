import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasRightCheckDigits, ibanOf } from './iban.ts';

it('the check digits are those of the published examples', () => {
  expect(ibanOf('NWBK', '60-16-13', '31926819')).toBe('GB29NWBK60161331926819');
  expect(ibanOf('WEST', '123456', '98765432')).toBe('GB82WEST12345698765432');
});

it.each(['GB29NWBK60161331926819', 'GB26MIDL40051512345674', 'GB82WEST12345698765432'])(
  'the published example %s is a right IBAN',
  (text) => expect(hasRightCheckDigits(text)).toBe(true),
);

it('one wrong digit is noticed', () => {
  const account = fc.integer({ min: 0, max: 99_999_999 }).map((number) => String(number).padStart(8, '0'));
  const position = fc.integer({ min: 8, max: 21 });
  const difference = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(account, position, difference, (accountNumber, at, by) => {
      const iban = ibanOf('FICB', '10-20-30', accountNumber);
      const wrong = iban.slice(0, at) + ((Number(iban[at]) + by) % 10) + iban.slice(at + 1);
      expect(hasRightCheckDigits(iban)).toBe(true);
      expect(hasRightCheckDigits(wrong)).toBe(false);
    }),
  );
});
