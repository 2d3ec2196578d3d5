import { fieldsOf } from '../../target/read-json.ts';
import { type BrokerCallOptions, brokerAt, linkIn } from './broker.ts';

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
  return brokerAt(options)('GET', `/matrix?${query.join('&')}`, undefined, (answer) => {
    const { deployable, reason } = fieldsOf(fieldsOf(answer)['summary']);
    if (deployable === undefined) return undefined;
    return { deployable: deployable === true, reason: String(reason ?? 'the broker gives no reason') };
  });
}

export async function recordDeployment(
  options: BrokerCallOptions,
  { pacticipant, version, environment: name, instance }: Deployment & { instance?: string },
): Promise<true> {
  const call = brokerAt(options);
  const path = `/pacticipants/${encodeURIComponent(pacticipant)}/versions/${encodeURIComponent(version)}`;
  const place = await call('GET', path, undefined, (found) =>
    linkIn(found, 'pb:record-deployment', { name }),
  );
  const body = instance === undefined ? {} : { applicationInstance: instance, target: instance };
  return call('POST', place, body, (answer) =>
    fieldsOf(answer)['currentlyDeployed'] === true ? true : undefined,
  );
}
