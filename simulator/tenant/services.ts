import type { Profile } from '../../spec/profile.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Ports } from '../ports/ports.ts';
import type { StartSpan } from '../ports/trace.ts';
import type { Store } from '../store/port.ts';
import type { Runs } from '../tools/runs.ts';
import type { TargetRules } from '../webhooks/target-rules.ts';
import type { Client } from './client.ts';
import type { IssuedClients } from './issued-clients.ts';
import type { PasswordCheck } from './password.ts';
import type { Tokens } from './tokens.ts';
import type { Uploads } from './uploads.ts';

/** What every handler may use: the ports, and what was decided when the sandbox started. */
export type Services = Ports & {
  profile: Profile;
  environment: 'sandbox' | 'production';
  tokens: Tokens;
  passwords: PasswordCheck;
  webhookTargets: TargetRules;
  uploads: Uploads;
  runs: Runs;
  store: Pick<Store, 'health'>;
  metrics: Metrics;
  version: string;
  startSpan: StartSpan | undefined;
  /** Those that are open in this process. */
  clients: readonly Client[];
  issuedClients: IssuedClients;
  /** How long the process has kept others waiting since it started, in milliseconds; `busy` of processor time alone. */
  eventLoopDelay: () => { p99: number; max: number; busy: number };
  /** Aborted when the sandbox closes: what goes on for as long as it runs ends then. */
  closing: AbortSignal;
  /** Where the sandbox can be reached, for URLs that it hands out. */
  baseUrl: () => string;
  /** Where programs of this machine reach it. */
  localUrl: () => string;
};
