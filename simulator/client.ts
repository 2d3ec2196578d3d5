import type { PayrollSubmission, TaxauthIncomeSubmission } from '../spec/types.ts';
import type { Faults } from './http/faults.ts';
import type { Journal } from './http/journal.ts';
import type { RateLimit } from './http/rate-limit.ts';
import type { ClientState } from './state/client-state.ts';
import type { ClientLedger } from './state/delivery-ledger.ts';
import type { StartingWorld } from './state/starting-world.ts';
import type { Users } from './state/users.ts';
import type { Scheduler } from './time/scheduler.ts';
import type { Dispatcher } from './webhooks/dispatcher.ts';

/** One client (tenant) at run time. All state belongs to one client; nothing crosses. */
export type Client = {
  readonly name: string;
  readonly state: ClientState;
  readonly users: Users;
  readonly world: StartingWorld & {
    /** The few seeded users who have consented to recurring checks. */
    readonly recurringUserIds: readonly string[];
    /** Payroll of a seeded person's employment up to an instant. */
    payrollOfJob(userId: string, job: string, until: number): Promise<PayrollSubmission[]>;
    /** What a direct connection can find of a seeded person up to an instant. */
    directPayroll(userId: string, until: number): Promise<PayrollSubmission[]>;
    /**
     * What the tax authority knows of a seeded person up to an instant, with the account and the entry to which it
     * belongs among the payslips that the service holds.
     */
    income(
      userId: string,
      until: number,
      held: readonly PayrollSubmission[],
    ): Promise<TaxauthIncomeSubmission[]>;
  };
  readonly journal: Journal;
  readonly faults: Faults;
  readonly rateLimit: RateLimit;
  readonly ledger: ClientLedger;
  readonly dispatcher: Dispatcher;
  readonly scheduler: Scheduler;
};
