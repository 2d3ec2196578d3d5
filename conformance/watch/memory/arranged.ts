import type { OperationId } from '../../../spec/operations.ts';

/** A record that an answer of the arrangement API shows: the operation whose answers show it too, its id and its schema. */
export type Arranged = {
  readonly operation: OperationId;
  readonly id: string;
  readonly schema: string;
  /** Whose it is, where the address says so. */
  readonly user?: string | undefined;
};

const shows = (operation: OperationId, id: string, schema: string): Arranged => ({ operation, id, schema });
const byAddress: Readonly<Record<string, Arranged>> = {
  'POST users': shows('updateUser', 'user_id', 'User'),
  'POST terms': shows('getAuthorisationTerm', 'id', 'AuthorisationTerm'),
  'PATCH terms/': shows('getAuthorisationTerm', 'id', 'AuthorisationTerm'),
  'POST users/accounts': shows('submitMfa', 'account_id', 'Account'),
  'POST users/entries': shows('queryPayrollConnection', 'entry_id', 'PayrollConnectionResult'),
  'POST users/direct-payroll': shows('createDirectConnection', 'entry_id', 'PayrollConnectionResult'),
  'POST users/bank-statements': shows('listBankStatements', 'id', 'BankStatementSubmission'),
  'POST users/taxauth': shows('getTaxauthIncome', 'id', 'TaxauthIncomeSubmission'),
};

/** What the answer to a request of the arrangement API shows in the service's format; undefined for anything else. */
export function arrangedBy(method: string, url: string): Arranged | undefined {
  const [, kind, id, rest = ''] = /^\/_sandbox\/(\w+)(?:\/([^/?]+)(\/[\w-]+)?)?\/?(?:\?|$)/.exec(url) ?? [];
  const name = `${method} ${kind}${id === undefined ? '' : rest || '/'}`;
  return Object.hasOwn(byAddress, name) ? { ...byAddress[name]!, user: id } : undefined;
}
