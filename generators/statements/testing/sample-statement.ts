import type { LayoutName, Statement } from '../statement.ts';

/** A short month with a salary, for tests that look at one thing. */
export function sampleStatement(layout: LayoutName = 'classic'): Statement {
  return {
    holder: { name: "Ms Siobhán O'Rourke", addressLines: ['14 Priory Court', 'Leeds', 'LS6 2AB'] },
    bankName: 'Northmoor Bank',
    sortCode: '00-12-34',
    accountNumber: '01234567',
    iban: 'GB82WEST12345698765432',
    period: { start: '2026-03-01', end: '2026-03-31' },
    openingPence: 10_000,
    closingPence: 149_005,
    transactions: [
      { date: '2026-03-02', description: 'Rent', amountPence: 75_000, type: 'debit', balancePence: -65_000 },
      {
        date: '2026-03-27',
        description: 'Alderbrook salary',
        amountPence: 214_533,
        type: 'credit',
        balancePence: 149_533,
      },
      { date: '2026-03-27', description: 'Bakery', amountPence: 528, type: 'debit', balancePence: 149_005 },
    ],
    layout,
  };
}
