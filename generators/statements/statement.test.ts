import { describe, expect, it } from 'vitest';
import { contentOf } from './statement.ts';
import { sampleStatement } from './testing/sample-statement.ts';

describe('what a submission shows of a statement', () => {
  const submission = contentOf({ ...sampleStatement(), openingPence: -123_456_789 });

  it('groups balances by thousands and marks an overdrawn one with a minus', () => {
    expect(submission.balance_information).toEqual({
      opening_balance: '-1,234,567.89',
      closing_balance: '1,490.05',
    });
  });

  it('leaves amounts unsigned and ungrouped: the type tells the direction', () => {
    expect(submission.transactions?.slice(0, 2)).toEqual([
      { date: '2026-03-02', description: 'Rent', amount: '750.00', type: 'debit' },
      { date: '2026-03-27', description: 'Alderbrook salary', amount: '2145.33', type: 'credit' },
    ]);
  });
});
