import { contentOf, type LayoutName, type Statement } from '../../generators/statements/statement.ts';
import type { BankStatementSubmission } from '../../spec/types.ts';

const specimen: Statement = {
  holder: { name: 'Ms Ada Ashworth', addressLines: ['12 Mill Lane', 'Leeds', 'LS1 4AP'] },
  bankName: 'Pennine Bank',
  sortCode: '20-30-40',
  accountNumber: '31415926',
  iban: 'GB64PNNE20304031415926',
  period: { start: '2025-03-01', end: '2025-03-31' },
  openingPence: 124_050,
  closingPence: 239_610,
  transactions: [
    moved('2025-03-03', 'STANDING ORDER RENT', 72_500, 'debit', 51_550),
    moved('2025-03-12', 'CARD PAYMENT GROCERIES', 4_190, 'debit', 47_360),
    moved('2025-03-28', 'SALARY ASHWORTH MILLS', 192_250, 'credit', 239_610),
  ],
  layout: 'classic',
};

function moved(
  date: string,
  description: string,
  amountPence: number,
  type: 'credit' | 'debit',
  balancePence: number,
) {
  return { date, description, amountPence, type, balancePence };
}

const drawn = new Map<LayoutName, Promise<Uint8Array>>();

/** A PDF of a bank statement that every deployment should be able to read; drawn when it is first asked for, since that is dear. */
export function specimenStatement(layout: LayoutName = 'classic'): Promise<Uint8Array> {
  const pdf =
    drawn.get(layout) ??
    import('../../generators/statements/draw.ts').then(({ drawStatement }) =>
      drawStatement({ ...specimen, layout }, { createdAt: Date.UTC(2025, 3, 1) }),
    );
  drawn.set(layout, pdf);
  return pdf;
}

/** What the specimen shows, as a submission tells it. */
export function specimenValues(): Partial<BankStatementSubmission> {
  const { bank_statement_probability: _, ...values } = contentOf(specimen);
  return values;
}
