import type { StatementReader } from '../generators/statements/statement-reader.ts';
import type { Profile } from '../spec/profile.ts';
import type { PayrollSubmission, ProviderCatalogue, User } from '../spec/types.ts';
import type { Client } from './client.ts';
import type { Uploads } from './documents/uploads.ts';
import type { estimateExpenditure } from './expenditure/estimate.ts';
import type { ExpenditureOptions } from './expenditure/options.ts';
import type { Tokens } from './http/tokens.ts';
import type { seal } from './webhooks/envelope.ts';
import type { TargetRules } from './webhooks/target-rules.ts';
import type { Transport } from './webhooks/transport.ts';

/** Fresh identifiers. Ids of a user's things begin as the user's own id does. */
export interface Ids {
  uuid(): string;
  ofUser(userId: string): string;
}

/** What the simulator takes from outside: nothing in it reads a clock, makes an id or reaches the network by itself. */
export type Ports = {
  realNow: () => number;
  ids: Ids;
  randomBytes: (length: number) => Buffer;
  /** A random number in [0, 1). */
  random: () => number;
  transport: Transport;
  /** How a delivery is signed and encrypted. */
  seal: typeof seal;
  estimate: typeof estimateExpenditure;
  statementReader: StatementReader;
};

/** What every handler may use: the ports, and what was decided when the sandbox started. */
export type Services = Ports & {
  profile: Profile;
  environment: 'sandbox' | 'production';
  expenditure: ExpenditureOptions;
  tokens: Tokens;
  webhookTargets: TargetRules;
  uploads: Uploads;
  clients: readonly Client[];
  /** Where the sandbox can be reached, for URLs that it hands out. */
  baseUrl: () => string;
  catalogue: () => Promise<ProviderCatalogue>;
  /** Payroll of an employment made up for a user who has none; more of it as time goes on. */
  drawPayroll: (user: User, key: string, until: number) => Promise<PayrollSubmission[]>;
};
