import type { Stream } from '../random.ts';
import type { LayoutName } from '../statements/statement.ts';
import { ibanOf } from '../uk/iban.ts';

/** The account that a person's pay goes to. */
export type BankAccount = {
  bankName: string;
  layout: LayoutName;
  sortCode: string;
  accountNumber: string;
  iban: string;
};

// All made up. No real bank's sort codes begin with 00, and no bank of this country has a code that begins with XX.
const BANKS: readonly { name: string; code: string; sort: string; layout: LayoutName }[] = [
  { name: 'Larkmoor Bank', code: 'XXLA', sort: '00-11', layout: 'classic' },
  { name: 'Fennimore Bank', code: 'XXFE', sort: '00-24', layout: 'modern' },
  { name: 'Quaymarsh Mutual', code: 'XXQU', sort: '00-37', layout: 'compact' },
  { name: 'Thistledown Bank of Alba', code: 'XXTH', sort: '00-42', layout: 'daybook' },
  { name: 'Merrowby Building Society', code: 'XXME', sort: '00-58', layout: 'classic' },
  { name: 'Copperbeck Money', code: 'XXCO', sort: '00-63', layout: 'modern' },
];

/** Draws a current account at one of the made-up banks. */
export function bankAccountOf(stream: Stream): BankAccount {
  const bank = stream.pick(BANKS);
  const sortCode = `${bank.sort}-${String(stream.int(0, 99)).padStart(2, '0')}`;
  const accountNumber = String(stream.int(10_000_000, 99_999_999));
  const iban = ibanOf(bank.code, sortCode, accountNumber);
  return { bankName: bank.name, layout: bank.layout, sortCode, accountNumber, iban };
}
