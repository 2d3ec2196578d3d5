import { telemetryOff } from '../pact-library.ts';

/** A broker and the credentials for it. */
export type BrokerAccess = { url: string; token?: string; username?: string; password?: string };

/**
 * The environment of a Pact tool. Credentials are in it and on no command line; every variable of a broker is set or
 * unset, so that none comes in from the caller's environment.
 */
export const brokerEnvironment = (access: Partial<BrokerAccess>): Record<string, string | undefined> => ({
  ...telemetryOff,
  PACT_BROKER_BASE_URL: access.url,
  PACT_BROKER_TOKEN: access.token,
  PACT_BROKER_USERNAME: access.username,
  PACT_BROKER_PASSWORD: access.password,
});
