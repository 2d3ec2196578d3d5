import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scenario } from '../../generators/scenarios/scenario.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import type { ArrangementHandlers, Handlers } from '../http/context.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/port.ts';
import type { Tools } from '../tools/runs.ts';

/** A client of the sandbox beyond the two that are always there. */
export type ExtraClient = { name: string; apiKey: string; member?: { email: string; password: string } };

export type SandboxOptions = {
  /** 0 picks a free one. */
  port?: number;
  host?: string;
  /** The address that URLs handed out begin with, when it is not where the sandbox listens. */
  publicUrl?: string;
  /** Host names that the sandbox answers to besides the loopback ones and that of its public URL; `.a.test` for all below it, `*` for any. */
  allowedHosts?: readonly string[];
  /** The only receivers to call, by name (`.a.test` for all below it), address or CIDR block; all when left out. */
  webhookAllow?: readonly string[];
  /** Receivers never to call, besides link-local and metadata addresses. */
  webhookDeny?: readonly string[];
  seed?: string | number;
  users?: number;
  /** The share of drawn users, from 0 to 0.5, who hand in something untrue; as many again are odd and lawful. */
  dishonest?: number;
  /** The time at which the world begins and the clock starts; real time when it is left out. */
  now?: string | number | Date;
  /** Keeps the clocks still until they are moved. */
  frozen?: boolean;
  /** People of one's own in every client: a folder of scenario files, or the scenarios themselves. */
  scenarios?: string | readonly Scenario[];
  /** Where state is kept: in PostgreSQL (a postgres:// address) or a store of one's own, else in a folder, else in memory. */
  store?: Store | string;
  data?: string;
  profile?: PartialProfile;
  environment?: 'sandbox' | 'production';
  /** Holds answers to the contract, and handlers to leaving stored documents alone; what breaks either is a 500 that says how. */
  strict?: boolean;
  clients?: readonly ExtraClient[];
  /** Demanded as X-Sandbox-Key on arrangement calls; a must when the host is not a loopback one. */
  sandboxKey?: string;
  /** Tools that a visitor of the console may run; none when left out. */
  tools?: Tools;
  log?: SandboxLog;
  wrap?: Wrappings;
};

export type SandboxLog = {
  request?: (line: RequestLine) => void;
  /** What an operator should know: that the sandbox is degraded, and that it no longer is. */
  warn?: (sentence: string) => void;
  error?: (error: unknown, requestId?: string) => void;
};

/** One request as a log tells it: nothing of its query, headers or body. */
export type RequestLine = {
  requestId: string;
  method: string;
  path: string;
  /** Null when the connection broke before the whole answer was out. */
  status: number | null;
  durationMs: number;
  operation?: string | undefined;
  client?: string | undefined;
  errors?: readonly string[] | undefined;
};

/** Seams for those who study how a broken or different sandbox behaves; the simulator itself holds no flags for it. */
export type Wrappings = {
  operations?: (handlers: Handlers) => Handlers;
  arrangement?: (handlers: ArrangementHandlers) => ArrangementHandlers;
  /** Middleware that stands in front of everything. */
  app?(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): unknown;
  ports?: (ports: Ports) => Ports;
  store?: (store: Store) => Store;
};
