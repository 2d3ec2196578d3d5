import type { ArrangementId, RequestBody, SuccessBody } from '../../spec/operations.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import type {
  Account,
  Authorisation,
  AuthorisationTerm,
  BankStatementSubmission,
  PartialIncomeSubmission,
  PartialPayrollSubmission,
  PayrollSubmission,
  TaxauthIncomeSubmission,
  User,
  UserDossier,
} from '../../spec/types.ts';
import { ArrangementFailed } from './failure.ts';

type Body<Id extends ArrangementId> = NonNullable<RequestBody<Id>>;
export type NewUser = Body<'createUser'>;
export type NewTerm = Body<'createTerm'>;
export type NewAccount = Body<'linkAccount'>;
type NewStatement = Body<'createBankStatement'>;
type Payroll = readonly PartialPayrollSubmission[];
export type Delivery = SuccessBody<'redeliver'>;
export type ClockMove = { to: string } | { by: string };
export type Entry = { entry_id: string; account_id: string | null; payroll_submissions: PayrollSubmission[] };

/** What an arrangement can do; each is optional, and what is missing becomes a missing capability. */
export type Arrangement = {
  createUser(fields?: NewUser): Promise<User>;
  /** Removes a user that createUser made; the service's own deletion is used when this is not offered. */
  removeUser(userId: string): Promise<void>;
  tokenFor(userId: string, options?: { expiresInSeconds?: number }): Promise<string>;
  createTerm(term?: NewTerm): Promise<AuthorisationTerm>;
  setTermActive(termId: string, isActive: boolean): Promise<AuthorisationTerm>;
  /** Throws Refused when the term cannot be accepted. */
  accept(userId: string, termId?: string): Promise<Authorisation>;
  revoke(userId: string, authorisationId: string): Promise<void>;
  linkAccount(userId: string, account?: NewAccount): Promise<Account>;
  setDirectPayroll(userId: string, payroll: Payroll): Promise<PayrollSubmission[]>;
  /** An entry as if retrieved through an account, or uploaded as payslips when the account is null. */
  createEntry(userId: string, payroll: Payroll, accountId?: string | null): Promise<Entry>;
  createBankStatement(userId: string, statement?: NewStatement): Promise<BankStatementSubmission>;
  createIncome(userId: string, income?: PartialIncomeSubmission): Promise<TaxauthIncomeSubmission>;
  inspectUser(userId: string): Promise<UserDossier>;
  now(): Promise<number>;
  moveClock(move: ClockMove): Promise<{ now: number; effects: readonly { at: string; kind: string }[] }>;
  deliveries(filter?: { webhookId?: string; event?: string }): Promise<Delivery[]>;
  redeliver(deliveryId: string): Promise<Delivery>;
  /** Puts the client back into its starting world, its clock included. Used only with --destructive. */
  reset(): Promise<void>;
  takeSnapshot(): Promise<unknown>;
  /** Puts the client back into that state, so that a run can put back a clock that it moved. */
  loadSnapshot(snapshot: unknown): Promise<void>;
  /** A user, or a term, that has at least this much already. It is read and never changed. */
  held(wanted: Wanted): Promise<Held>;
};

export type Wanted = { bankStatements?: number; income?: number; payroll?: number; term?: true };
export type Held = { user_id: string; term_id?: string; bankStatements: number; income: number };

/** An arrangement was asked for something lawful and said no, as a service would. */
export class Refused extends ArrangementFailed {
  override name = 'Refused';
  readonly status: number;
  readonly errors: readonly string[];
  constructor(what: string, status: number, errors: readonly string[]) {
    super(`${what} was refused with ${status}: ${errors.join('; ')}`);
    this.status = status;
    this.errors = errors;
  }
}

/** What an arrangement module gets to know of the client for which it is to arrange. */
export type ArrangementContext = {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `main`: --api-key; `other`: --other-api-key; `production`: the server of --production-url. */
  readonly client: 'main' | 'other' | 'production';
};

export type ArrangementModule = (
  context: ArrangementContext,
) => OfferedArrangement | Promise<OfferedArrangement>;
export type OfferedArrangement = Partial<Arrangement> & {
  environment?: 'sandbox' | 'production';
  concurrency?: number;
};

export type PartialArrangement = {
  readonly name: string;
  readonly functions: Partial<Arrangement>;
  /** How many checks may use it at once; no bound when left out. */
  readonly concurrency?: number;
  readonly environment?: 'sandbox' | 'production';
  /** What the deployment says of itself, for the points that only its owner knows. */
  readonly declared?: PartialProfile;
  readonly notes?: readonly string[];
};

/** Nothing can be arranged: the suite works with what the service shows by itself. */
export const noArrangement = (name = 'none'): PartialArrangement => ({ name, functions: {} });
