import { describe, expect, it } from 'vitest';
import { submissionOf } from './statement.ts';
import { sampleStatement } from './testing/sample-statement.ts';

describe('the submission of a statement', () => {
  const submission = submissionOf(
    { ...sampleStatement(), openingPence: -123_456_789 },
    { id: 'submission', createdAt: 0, documentFilename: 'march.pdf' },
  );

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

  it('carries the ids it is given and null for those it is not', () => {
    expect(submission).toMatchObject({
      id: 'submission',
      created_at: '1970-01-01T00:00:00.000Z',
      document_id: null,
      document_external_id: null,
      document_filename: 'march.pdf',
    });
  });
});
