import { CLEAR_STATEMENT_PROBABILITY } from '../statement.ts';
import type { AccountInformation } from './account.ts';
import type { BalanceCheck } from './directions.ts';
import type { Period } from './period.ts';

/** What a page shows that speaks for or against its being a bank statement. */
export type Evidence = {
  text: string;
  account: AccountInformation;
  period: Period;
  hasOpening: boolean;
  hasClosing: boolean;
  hasTable: boolean;
  transactions: number;
  datedTransactions: number;
  check: BalanceCheck;
  /** Whether the lines lead from the opening to the closing balance, as far as the page tells. */
  leads?: boolean | undefined;
};

const own = [
  /\bstatement\b/i,
  /\bbalance\b/i,
  /\b(money|paid|payments?|total) (in|out)\b|\b(debits?|credits?|withdrawals?)\b/i,
];
const ofPayslips = [
  /\bpay ?slip\b/i,
  /\b(gross|net|taxable) pay\b/i,
  /\btax code\b/i,
  /\bnational insurance\b|\bNI (number|category)\b/i,
];
const ofInvoices = [/\binvoice\b/i, /\bVAT\b/, /\b(amount|total) due\b/i, /\bsubtotal\b/i];

const share = (patterns: RegExp[], text: string) =>
  patterns.filter((p) => p.test(text)).length / patterns.length;
const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** The features by name, each with what it can add to (or take from) the probability and how far it is there: 0 to 1. */
export const features: { name: string; weight: number; measure(evidence: Evidence): number }[] = [
  { name: 'words of a statement', weight: 0.14, measure: ({ text }) => share(own, text) },
  {
    name: 'sort code with account number, or an IBAN',
    weight: 0.2,
    measure: ({ account }) =>
      ratio([account.sort_code, account.account_number].filter(Boolean).length, 2) || (account.iban ? 1 : 0),
  },
  { name: 'a period', weight: 0.1, measure: ({ period }) => (period.start_date && period.end_date ? 1 : 0) },
  {
    name: 'opening and closing balance',
    weight: 0.1,
    measure: (e) => (Number(e.hasOpening) + Number(e.hasClosing)) / 2,
  },
  { name: 'a transaction table', weight: 0.15, measure: ({ hasTable }) => Number(hasTable) },
  {
    name: 'dated rows with amounts, or an idle account',
    weight: 0.15,
    measure: (e) =>
      e.transactions > 0
        ? ratio(e.datedTransactions, e.transactions)
        : Number(e.hasTable && e.check.checked > 0),
  },
  {
    name: 'balances that run',
    weight: 0.15,
    measure: ({ check }) => ratio(check.checked - check.wrong, check.checked),
  },
  // One wrong balance in a hundred rows is as telling as one in three.
  { name: 'a balance that does not follow', weight: -0.12, measure: ({ check }) => Number(check.wrong > 0) },
  {
    name: 'many balances that do not follow',
    weight: -0.2,
    measure: ({ check }) => ratio(check.wrong, check.checked),
  },
  {
    name: 'lines that do not lead to the closing balance',
    weight: -0.2,
    measure: (e) => Number(e.leads === false),
  },
  { name: 'words of a payslip', weight: -0.4, measure: (e) => share(ofPayslips, e.text) },
  { name: 'words of an invoice', weight: -0.3, measure: (e) => share(ofInvoices, e.text) },
];

/** How likely the document is a bank statement: the sum of its features, from 0 to 0.99. */
export function probabilityOf(evidence: Evidence): number {
  const sum = features.reduce((total, { weight, measure }) => total + weight * measure(evidence), 0);
  return Math.round(Math.min(CLEAR_STATEMENT_PROBABILITY, Math.max(0, sum)) * 100) / 100;
}
