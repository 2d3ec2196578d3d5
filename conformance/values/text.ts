import fc from 'fast-check';
import { penceToText } from '../../generators/money.ts';

/** Texts of these characters, none of which consists of two. */
export const textsOf = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });

/** Names of people as every deployment has to take them: letters, some with accents, and a joint in the middle. */
export const names: fc.Arbitrary<string> = fc
  .tuple(
    textsOf('abcdefghijklmnopqrstuvwxyzéèüñøłç', 1, 10),
    fc.constantFrom('', '-', "'", ' '),
    textsOf('abcdefghijklmnopqrstuvwxyz', 1, 8),
  )
  .map(([first, joint, second]) => `${capital(first)}${joint}${joint === '' ? second : capital(second)}`);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Free identifiers: printable text without blanks at its ends. */
export const identifiers = textsOf('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz0123456789-_.:/', 1, 24);

/** National insurance numbers of the stated form, with prefixes that are in use. */
export const niNumbers: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('AB', 'CE', 'HJ', 'JK', 'PW', 'SX', 'YZ'),
    fc.integer({ min: 0, max: 999_999 }),
    fc.constantFrom('A', 'B', 'C', 'D'),
  )
  .map(([prefix, digits, suffix]) => `${prefix}${String(digits).padStart(6, '0')}${suffix}`);

export const postCodes: fc.Arbitrary<string> = fc.constantFrom(
  'LS1 4AP',
  'SW1A 1AA',
  'M1 1AE',
  'CF10 1EP',
  'SA1 3SN',
  'EH1 1YZ',
  'G2 1DY',
  'BT1 5GS',
);

/** Ids of the right form that belong to nothing. */
export const unknownIds: fc.Arbitrary<string> = fc.uuid({ version: 4 });

const pence = (from: number, to: number): fc.Arbitrary<number> =>
  fc.integer({ min: from * 100, max: to * 100 });

export const money = (from: number, to: number): fc.Arbitrary<string> => pence(from, to).map(penceToText);

/** The text with capitals for small letters and small letters for capitals. */
export const swapped = (text: string): string =>
  text.replaceAll(/\p{L}/gu, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()));
