import type { Stream } from '../random.ts';
import { ibanOf } from './iban.ts';

/** A prefix that is never issued: HMRC's own illustrations use it. */
const SPECIMEN_PREFIX = 'QQ';
const NI_NUMBER = /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/;
const PAYE_REFERENCE = /^\d{3}\/[A-Z0-9]{1,10}$/;
const LETTERS = [...'ABCDEFGHJKLMNPRSTUVWXYZ'];

function digits(random: Stream, count: number): string {
  return String(random.int(0, 10 ** count - 1)).padStart(count, '0');
}

/** A national insurance number that looks like one and belongs to nobody: `QQ123456C`. */
export function fictionalNiNumber(random: Stream): string {
  return `${SPECIMEN_PREFIX}${digits(random, 6)}${random.pick(['A', 'B', 'C', 'D'])}`;
}

/** Whether a text has the shape of a number that could have been issued. */
export function isIssuableNiNumber(text: string): boolean {
  return NI_NUMBER.test(text);
}

/** Whether a text is a number that could have been issued, or one of ours that never is. */
export function isNiNumber(text: string): boolean {
  return NI_NUMBER.test(text) || /^QQ\d{6}[A-D]$/.test(text);
}

/** An employer's PAYE reference: tax office number, stroke, reference. Office 000 is none. */
export function fictionalPayeReference(random: Stream): string {
  return `000/${random.pick(LETTERS)}${random.pick(LETTERS)}${digits(random, random.int(3, 5))}`;
}

export function isPayeReference(text: string): boolean {
  return PAYE_REFERENCE.test(text);
}

export type BankDetails = { sortCode: string; accountNumber: string; iban: string };

/**
 * Details of an account at a bank that does not exist: the sort code (written `00-12-34`) begins with 00, which no
 * clearing bank has, and the IBAN carries the fictional bank's four letters with right check digits.
 */
export function fictionalBankDetails(random: Stream, bankCode: string): BankDetails {
  const sortCode = `00-${digits(random, 2)}-${digits(random, 2)}`;
  const accountNumber = digits(random, 8);
  return { sortCode, accountNumber, iban: ibanOf(bankCode, sortCode, accountNumber) };
}

export function isSortCode(text: string): boolean {
  return /^\d{2}-\d{2}-\d{2}$/.test(text);
}

export function isAccountNumber(text: string): boolean {
  return /^\d{8}$/.test(text);
}
