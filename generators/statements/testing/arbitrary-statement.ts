import fc from 'fast-check';
import { layoutNames, type Statement, type StatementTransaction } from '../statement.ts';

const DAY = 86_400_000;

/** The day `offset` days after another. */
function dayAfter(date: string, offset: number): string {
  return new Date(Date.parse(date) + offset * DAY).toISOString().slice(0, 10);
}

const names = [
  "Ms Siobhán O'Rourke",
  'Mr José Núñez-Ibáñez',
  'Dr Zoë Brontë',
  'Łukasz Wójcik',
  'Mrs Anne-Marie d’Arcy',
  'Mr François Œuvrard',
  'Professor Wilhelmina Featherstonehaugh-Cholmondeley of Upper Slaughter',
  'Bo',
];

// Descriptions that look like other parts of a statement, and must still be read as descriptions.
const deceitful = [
  'Opening balance',
  'CLOSING BALANCE',
  'Balance carried forward',
  '1,234.50',
  '12.00 DR',
  '03 Mar 2026',
  '01/02/2026 to 28/02/2026',
  'Sort code: 11-22-33',
  'Date Description Money out Balance',
  'Page 2 of 9',
  'Account name: Somebody Else',
  'GB82 WEST 1234 5698 7654 32',
  'Total: -£9.99',
  'A 12.50 5 Jan',
];

const description = fc.oneof(
  { weight: 4, arbitrary: fc.lorem({ maxCount: 4 }) },
  { weight: 2, arbitrary: fc.lorem({ maxCount: 24 }) },
  { weight: 2, arbitrary: fc.constantFrom(...deceitful) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Z0-9*/.]{20,90}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'CAFÉ ÉLAN £5 MEAL',
      "Smith's & Sons – “Deli”",
      'WWWWWWWWWWWWWWWWWWWWWWWWWWWW',
      'µ ½ ¼ ß',
    ),
  },
);

const movement = fc.record({
  offset: fc.nat({ max: 364 }),
  description,
  amountPence: fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 1, max: 99_999_999 })),
  type: fc.constantFrom('credit' as const, 'debit' as const),
});

/** Statements whose balances run, in every layout, from idle to busy, in credit and overdrawn. */
export function arbitraryStatement(maxTransactions = 60): fc.Arbitrary<Statement> {
  return fc
    .record({
      name: fc.constantFrom(...names),
      addressLines: fc.constantFrom<string[][]>(
        ['1 High Street', 'Leeds', 'LS1 1AA'],
        ['Flat 2', 'Tŷ Gwyn', 'Ffordd y Môr', 'Aberystwyth', 'Ceredigion', 'SY23 2AZ'],
        [],
      ),
      bankName: fc.constantFrom(
        'Northmoor Bank',
        'Tidal',
        'The Fenwick, Hale & North Riding Permanent Benefit Building Society',
        'Crédit Lark',
      ),
      sortCode: fc.stringMatching(/^\d\d-\d\d-\d\d$/),
      accountNumber: fc.stringMatching(/^\d{8}$/),
      iban: fc.stringMatching(/^GB\d\d[A-Z]{4}\d{14}$/),
      start: fc.integer({ min: 0, max: 2000 }).map((offset) => dayAfter('2022-01-01', offset)),
      days: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 27, max: 31 }) },
        fc.integer({ min: 1, max: 360 }),
      ),
      openingPence: fc.integer({ min: -500_000, max: 5_000_000 }),
      movements: fc.array(movement, { maxLength: maxTransactions, size: 'max' }),
      layout: fc.constantFrom(...layoutNames),
    })
    .map(({ name, addressLines, start, days, movements, ...rest }): Statement => {
      let balancePence = rest.openingPence;
      const transactions = movements
        .toSorted((a, b) => (a.offset % days) - (b.offset % days))
        .map(({ offset, ...movement }): StatementTransaction => {
          balancePence += movement.type === 'credit' ? movement.amountPence : -movement.amountPence;
          return { ...movement, date: dayAfter(start, offset % days), balancePence };
        });
      return {
        ...rest,
        holder: { name, addressLines },
        period: { start, end: dayAfter(start, days - 1) },
        closingPence: balancePence,
        transactions,
      };
    });
}
