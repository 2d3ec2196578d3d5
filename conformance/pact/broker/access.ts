import { telemetryOff } from '../pact-library.ts';

/** A broker, and how one identifies oneself there. */
export type BrokerAccess = { url: string; token?: string; username?: string; password?: string };

/** Every variable by which Pact tools find a broker: none may slip in from the caller's environment. */
const variables = [
  'PACT_BROKER_BASE_URL',
  'PACT_BROKER_TOKEN',
  'PACT_BROKER_USERNAME',
  'PACT_BROKER_PASSWORD',
] as const;

/** The environment of a Pact tool that speaks with a broker: credentials stand in it and on no command line. */
export function brokerEnvironment({
  url,
  token,
  username,
  password,
}: BrokerAccess): Record<string, string | undefined> {
  return {
    ...noBroker(),
    ...telemetryOff,
    PACT_BROKER_BASE_URL: url,
    ...(token !== undefined && { PACT_BROKER_TOKEN: token }),
    ...(username !== undefined && { PACT_BROKER_USERNAME: username }),
    ...(password !== undefined && { PACT_BROKER_PASSWORD: password }),
  };
}

/** The environment of a Pact tool that is to know of no broker. */
export const noBroker = (): Record<string, undefined> =>
  Object.fromEntries(variables.map((name) => [name, undefined]));
