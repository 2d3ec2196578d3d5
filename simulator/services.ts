import type { Profile } from '../spec/profile.ts';
import type { ProviderCatalogue } from '../spec/types.ts';
import type { Client } from './client/client.ts';
import type { Uploads } from './documents/uploads.ts';
import type { ExpenditureOptions } from './expenditure/options.ts';
import type { PasswordCheck } from './http/password.ts';
import type { Tokens } from './http/tokens.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store/port.ts';
import type { Runs } from './tools/runs.ts';
import type { TargetRules } from './webhooks/target-rules.ts';

/** What every handler may use: the ports, and what was decided when the sandbox started. */
export type Services = Ports & {
  profile: Profile;
  environment: 'sandbox' | 'production';
  expenditure: ExpenditureOptions;
  tokens: Tokens;
  passwords: PasswordCheck;
  webhookTargets: TargetRules;
  uploads: Uploads;
  runs: Runs;
  store: Pick<Store, 'health'>;
  clients: readonly Client[];
  /** Aborted when the sandbox closes: what goes on for as long as it runs ends then. */
  closing: AbortSignal;
  /** Where the sandbox can be reached, for URLs that it hands out. */
  baseUrl: () => string;
  /** Where programs of this machine reach it. */
  localUrl: () => string;
  catalogue: () => Promise<ProviderCatalogue>;
};
