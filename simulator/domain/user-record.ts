import type { Past } from '../../generators/people/drawn-person.ts';
import type {
  Account,
  Authorisation,
  BankStatementSubmission,
  PayrollSubmission,
  TaxauthIncomeSubmission,
  Timestamp,
  User,
  UserDossier,
} from '../../spec/types.ts';

/** Things of one kind by their id, in the order in which they came. Records are plain JSON. */
export type Items<T> = Readonly<Record<string, T>>;

export type AuthorisationRecord = Omit<Authorisation, 'user_id'>;

/** The second factor that a provider asks for, and how far the user has come with it. */
export type MfaRecord = {
  kind: 'code' | 'date' | 'password-characters';
  answer: string;
  attempts: number;
  max_attempts: number;
};

/** Where the payslips of an account come from: a list that was arranged, or the payroll of a made-up employment. */
export type PayrollSource =
  | { kind: 'arranged'; submissions: readonly PayrollSubmission[] }
  | { kind: 'job'; job: string }
  | { kind: 'drawn'; key: string }
  | { kind: 'direct' }
  | { kind: 'none' };

export type AccountRecord = Omit<Account, 'status' | 'latest_pay_date'> & {
  state: 'pending' | 'linked' | 'locked' | 'failed';
  mfa: MfaRecord | null;
  source: PayrollSource;
  /** The lookback period that held when the account was created. */
  lookback_months: number;
  /** The provider's login that does something of its own, by name. */
  magic: string | null;
  /** How long the provider takes to answer a query; no time at all when absent. */
  delay_ms?: number;
  /** Ids of payslips that were retrieved before and must not be found again, though their entry is gone. */
  forgotten: readonly string[];
};

export type EntryRecord = UserDossier['entries'][number] & { submissions: readonly PayrollSubmission[] };

type Document = Required<UserDossier['documents'][number]>;

export type DocumentRecord = Document & {
  state: Exclude<Document['state'], 'expired'>;
  /** The stored file. Each upload has a name of its own, and the document names the one that was taken. */
  file_id?: string;
};

/** Income as it is stored: earlier versions stored null where no account or entry was known. */
export type StoredIncome = Omit<TaxauthIncomeSubmission, 'account_id' | 'entry_id'> & {
  account_id?: string | null;
  entry_id?: string | null;
};

/** Everything that the service holds about one user, changed together or not at all. */
export type UserRecord = {
  user: User;
  authorisations: Items<AuthorisationRecord>;
  accounts: Items<AccountRecord>;
  entries: Items<EntryRecord>;
  statements: Items<BankStatementSubmission>;
  /** What was arranged; what the tax authority knows of a seeded person comes on top. */
  incomes: Items<{ created_at: Timestamp; submission: StoredIncome }>;
  documents: Items<DocumentRecord>;
  /** What the next direct connection finds. */
  direct: PayrollSource;
  /** Whether the tax authority's data is that of the person, up to the clock. */
  live_income: boolean;
  /** The ids of what was deleted of it. */
  deleted_incomes?: readonly string[];
  /** What the person's past follows from, once details of the user have changed; else from the user's details. */
  past?: Past;
};

export const newUserRecord = (user: User): UserRecord => ({
  user,
  authorisations: {},
  accounts: {},
  entries: {},
  statements: {},
  incomes: {},
  documents: {},
  direct: { kind: 'direct' },
  live_income: false,
});

export const filesOf = ({ documents = {} }: Partial<UserRecord> = {}): string[] =>
  Object.values(documents).flatMap(({ file_id }) => file_id ?? []);

export function without<T>(items: Items<T>, ...ids: string[]): Items<T> {
  const rest = { ...items };
  for (const id of ids) delete rest[id];
  return rest;
}
