import { penceToGroupedText } from '../../../generators/money.ts';
import type { Person } from '../../../generators/people/person.ts';
import { statementOf } from '../../../generators/people/statement-of.ts';
import type { Stream } from '../../../generators/random.ts';
import { CLEAR_STATEMENT_PROBABILITY, submissionOf } from '../../../generators/statements/statement.ts';
import { ibanOf } from '../../../generators/uk/iban.ts';
import { defined } from '../../../spec/json.ts';
import type { BankStatementSubmission } from '../../../spec/types.ts';
import { isoInstant } from '../../domain/instant.ts';
import { balanceOf, within } from './amounts.ts';
import { type PersonOnPayslips, personOnPayslips } from './person-on-payslips.ts';
import { kept, keptPart } from './read-given.ts';
import { type StatementPeriod, statementPeriod } from './statement-period.ts';
import { fillTransactions, movement, type Transaction } from './transactions.ts';

type AccountInformation = NonNullable<BankStatementSubmission['account_information']>;

/** What a statement is filled from. */
export type StatementFilling = {
  person: Person;
  now: number;
  newId: () => string;
  /** The statements of the user that the service has. */
  held?: readonly BankStatementSubmission[];
};

/** A whole bank statement around what was given; its transactions run from the opening to the closing balance. */
export function fillStatement(
  given: Partial<BankStatementSubmission>,
  { person, now, newId, held }: StatementFilling,
): BankStatementSubmission {
  const period = statementPeriod(given, now, held);
  const shown = personOnPayslips(person, Date.parse(period.end_date));
  const own = ownStatement(given, period, person, now);
  const draw = shown.fork(`statement/${period.start_date}`);
  const balances = given.balance_information ?? {};
  const transactions = own?.transactions ?? fillTransactions(given.transactions, { period, balances, draw });
  const month = period.start_date.slice(0, 7);
  return {
    id: given.id ?? newId(),
    created_at: given.created_at ?? isoInstant(now),
    document_id: kept(given.document_id, newId),
    document_external_id: kept(given.document_external_id, () => `statement-${month}`),
    document_filename: kept(given.document_filename, () => `statement-${month}.pdf`),
    account_information: keptPart(given.account_information, (part) => fillAccount(part, shown)),
    statement_period: keptPart(given.statement_period, (part) => ({ ...period, ...defined(part) })),
    balance_information: keptPart(given.balance_information, (part) =>
      own ? { ...own.balance_information, ...part } : fillBalances(part, transactions, draw.fork('opening')),
    ),
    transactions: given.transactions === null ? null : transactions,
    bank_statement_probability: kept(given.bank_statement_probability, () => CLEAR_STATEMENT_PROBABILITY),
  };
}

/** The person's own statement of a whole month, where neither transactions nor balances are given. */
function ownStatement(
  { transactions, balance_information: balances }: Partial<BankStatementSubmission>,
  { start_date, end_date }: StatementPeriod,
  person: Person,
  now: number,
): BankStatementSubmission | undefined {
  if (transactions || balances?.opening_balance != null || balances?.closing_balance != null)
    return undefined;
  const found = statementOf(person, start_date.slice(0, 7), now);
  if (found?.period.start !== start_date || found.period.end !== end_date) return undefined;
  return submissionOf(found, { id: '', createdAt: now });
}

function fillAccount(given: AccountInformation, person: PersonOnPayslips): AccountInformation {
  const { bank } = person;
  const accountNumber = kept(given.account_number, () => bank.accountNumber);
  const sortCode = kept(given.sort_code, () => bank.sortCode);
  return {
    account_holder_name: kept(given.account_holder_name, () => person.name),
    account_number: accountNumber,
    sort_code: sortCode,
    bank_name: kept(given.bank_name, () => bank.bankName),
    iban: kept(given.iban, () => matchingIban(bank.iban, sortCode, accountNumber)),
  };
}

/** An IBAN that says the same as sort code and account number where these have the usual form. */
function matchingIban(drawn: string, sortCode: string | null, accountNumber: string | null): string {
  const sort = (sortCode ?? '').replace(/\D/g, '');
  const account = (accountNumber ?? '').replace(/\D/g, '');
  return sort.length === 6 && account.length === 8 ? ibanOf(drawn.slice(4, 8), sort, account) : drawn;
}

type Balances = NonNullable<BankStatementSubmission['balance_information']>;

/** Balances that differ by what the transactions come to. */
function fillBalances(given: Balances, transactions: readonly Transaction[], draw: Stream): Balances {
  const change = movement(transactions);
  const opening = balanceOf(given.opening_balance);
  const closing = balanceOf(given.closing_balance);
  const from = opening ?? (closing === undefined ? draw.int(120_00, 2_400_00) : within(closing - change));
  const to = closing ?? within(from + change);
  return {
    opening_balance: kept(given.opening_balance, () => penceToGroupedText(from + 0)),
    closing_balance: kept(given.closing_balance, () => penceToGroupedText(to + 0)),
  };
}
