import { type BrokerCallOptions, brokerAt, fieldOf, linkIn } from './broker.ts';

export type Deployable = { readonly deployable: boolean; readonly reason: string };
type Deployment = { pacticipant: string; version: string; environment: string };

/** Asks the broker whether a version may go to an environment. Unknown is no. */
export function canIDeploy(
  options: BrokerCallOptions,
  { pacticipant, version, environment }: Deployment,
): Promise<Deployable> {
  const query = [
    ...[`q[][pacticipant]=${encodeURIComponent(pacticipant)}`, `q[][version]=${encodeURIComponent(version)}`],
    ...['latestby=cvpv', `environment=${encodeURIComponent(environment)}`],
  ];
  return brokerAt(options).call('GET', `/matrix?${query.join('&')}`, undefined, (answer) => {
    const summary = fieldOf(answer, 'summary');
    const deployable = fieldOf(summary, 'deployable');
    if (deployable === undefined) return undefined;
    const reason = fieldOf(summary, 'reason') ?? 'the broker gives no reason';
    return { deployable: deployable === true, reason: String(reason) };
  });
}

export async function recordDeployment(
  options: BrokerCallOptions,
  { pacticipant, version, environment: name, instance }: Deployment & { instance?: string },
): Promise<true> {
  const { call } = brokerAt(options);
  const path = `/pacticipants/${encodeURIComponent(pacticipant)}/versions/${encodeURIComponent(version)}`;
  const place = await call('GET', path, undefined, (found) =>
    linkIn(found, 'pb:record-deployment', { name }),
  );
  const body = instance === undefined ? {} : { applicationInstance: instance, target: instance };
  return call('POST', place, body, (answer) =>
    fieldOf(answer, 'currentlyDeployed') === true ? true : undefined,
  );
}
