import { type BrokerCallOptions, brokerCall } from './broker-call.ts';

/** Tells the broker that a version is now in an environment. */
export function recordDeployment(
  broker: BrokerCallOptions,
  deployment: { pacticipant: string; version: string; environment: string; instance?: string },
): Promise<true> {
  const { pacticipant, version, environment, instance } = deployment;
  const args = [
    ...['broker', 'record-deployment'],
    ...['--pacticipant', pacticipant],
    ...['--version', version],
    ...['--environment', environment],
    ...(instance !== undefined ? ['--application-instance', instance] : []),
    ...['--output', 'json'],
  ];
  return brokerCall(
    broker,
    args,
    ({ method }) => method === 'POST',
    (answer) => {
      const { currentlyDeployed } = (answer ?? {}) as { currentlyDeployed?: unknown };
      return currentlyDeployed === true ? true : undefined;
    },
  );
}
