import { CLEAR_STATEMENT_PROBABILITY } from '../../../generators/statements/statement.ts';
import { ibanOf } from '../../../generators/uk/iban.ts';
import type { BankStatementSubmission, User } from '../../../spec/types.ts';
import { isoInstant } from '../../domain/instant.ts';
import { fillBalances } from './balances.ts';
import { kept, keptPart } from './kept.ts';
import type { Given } from './read-submissions.ts';
import { type StatementPeriod, statementPeriod } from './statement-period.ts';
import { fillTransactions } from './transactions.ts';
import { type UserAsPerson, userAsPerson } from './user-as-person.ts';

type AccountInformation = NonNullable<BankStatementSubmission['account_information']>;

/** What a statement is filled from. */
export type StatementFilling = { user: User; now: number; newId: () => string };

/** A whole bank statement around what was given; its transactions run from the opening to the closing balance. */
export function fillStatement(
  given: Given<BankStatementSubmission>,
  { user, now, newId }: StatementFilling,
): BankStatementSubmission {
  const person = userAsPerson(user);
  const period = statementPeriod(given, now);
  const draw = person.fork(`statement/${period.start_date}`);
  const balances = given.balance_information ?? {};
  const transactions = fillTransactions(given.transactions, { period, balances, draw });
  const month = period.start_date.slice(0, 7);
  return {
    id: given.id ?? newId(),
    created_at: given.created_at ?? isoInstant(now),
    document_id: kept(given.document_id, newId),
    document_external_id: kept(given.document_external_id, () => `statement-${month}`),
    document_filename: kept(given.document_filename, () => `statement-${month}.pdf`),
    account_information: keptPart(given.account_information, (part) => fillAccount(part, person)),
    statement_period: keptPart(given.statement_period, (part) => fillPeriod(part, period)),
    balance_information: keptPart(given.balance_information, (part) =>
      fillBalances(part, transactions, draw.fork('opening')),
    ),
    transactions: given.transactions === null ? null : transactions,
    bank_statement_probability: kept(given.bank_statement_probability, () => CLEAR_STATEMENT_PROBABILITY),
  };
}

function fillPeriod(
  given: NonNullable<BankStatementSubmission['statement_period']>,
  period: StatementPeriod,
): NonNullable<BankStatementSubmission['statement_period']> {
  return {
    start_date: kept(given.start_date, () => period.start_date),
    end_date: kept(given.end_date, () => period.end_date),
  };
}

function fillAccount(given: AccountInformation, person: UserAsPerson): AccountInformation {
  const bank = person.bank();
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
