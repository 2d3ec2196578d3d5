import { type BrokerCallOptions, brokerCall, fieldOf, flags } from './broker-call.ts';

export type Deployable = { readonly deployable: boolean; readonly reason: string };

/** Asks the broker whether a version may go to an environment. Unknown is no: the command line itself says yes to it. */
export function canIDeploy(
  broker: BrokerCallOptions,
  { pacticipant, version, environment }: { pacticipant: string; version: string; environment: string },
): Promise<Deployable> {
  const given = flags({ pacticipant, version, 'to-environment': environment, output: 'json' });
  return brokerCall(
    broker,
    ['broker', 'can-i-deploy', ...given],
    ({ path }) => path.split('?', 1)[0]?.endsWith('/matrix') === true,
    (answer) => {
      const summary = fieldOf(answer, 'summary');
      const deployable = fieldOf(summary, 'deployable');
      if (deployable === undefined) return undefined;
      const reason = fieldOf(summary, 'reason') ?? 'the broker gives no reason';
      return { deployable: deployable === true, reason: String(reason) };
    },
  );
}

export function recordDeployment(
  broker: BrokerCallOptions,
  deployment: { pacticipant: string; version: string; environment: string; instance?: string },
): Promise<true> {
  const { instance, ...rest } = deployment;
  const given = flags({ ...rest, 'application-instance': instance, output: 'json' });
  return brokerCall(
    broker,
    ['broker', 'record-deployment', ...given],
    ({ method }) => method === 'POST',
    (answer) => (fieldOf(answer, 'currentlyDeployed') === true ? true : undefined),
  );
}
