import { type CallableId, type Caller, createCaller } from '../../spec/caller.ts';
import { type Contract, loadArrangementContract, loadContract, type Operation } from '../../spec/contract.ts';
import { givenAddress } from '../../spec/given-address.ts';
import type { AnyOperationId, ArrangementId, OperationId, RequestBody } from '../../spec/operations.ts';
import { defaultProfile, type Profile } from '../../spec/profile.ts';

export type Snapshots = Map<string, RequestBody<'loadSnapshot'>>;

export type Connection = {
  url: string;
  caller: Caller;
  profile: Profile;
  service: Contract<OperationId>;
  arrangement: Contract<ArrangementId>;
  snapshots: Snapshots;
  apiKey: string;
};

export type ConnectionOptions = Pick<Connection, 'url' | 'apiKey'> &
  Partial<Pick<Connection, 'profile' | 'snapshots'>> & { sandboxKey?: string };

export function connectionTo(options: ConnectionOptions): Connection {
  const { url: baseUrl, apiKey, sandboxKey, profile = defaultProfile(), snapshots = new Map() } = options;
  const { naming } = profile;
  return {
    url: givenAddress(baseUrl).url,
    apiKey,
    snapshots,
    profile,
    caller: createCaller({ baseUrl, apiKey, sandboxKey, naming }),
    service: loadContract(profile),
    arrangement: loadArrangementContract(naming),
  };
}

export const contractOf = ({ service, arrangement }: Connection, id: string): Contract =>
  [...service.operations.values()].some((one) => one.id === id) ? service : arrangement;

export const operationsOf = ({ service, arrangement }: Connection): Operation<AnyOperationId>[] => [
  ...service.operations.values(),
  ...arrangement.operations.values(),
];

/** Operations that answer with one JSON body: a stream has no end, and a PDF is nothing to read. */
export const isCallable = (id: string): id is CallableId => id !== 'watchEvents' && id !== 'getStatement';
