import { type Contract, loadContract } from '../../../spec/contract.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { completeProfile, defaultProfile, type PartialProfile, type Profile } from '../../../spec/profile.ts';
import { bodyText } from '../../../spec/read-body.ts';
import { type Json, type JsonObject, rename } from '../../../spec/render.ts';
import { nameSwap } from '../../target/naming.ts';
import { tolerantContract } from '../../target/tolerant-contract.ts';

type Fetch = (request: Request) => Promise<Response>;

/** How one kind of deployment speaks: its names, its open points, and the contract that follows from them. */
export type Dialect = {
  readonly profile: Profile;
  readonly contract: Contract<OperationId>;
  /** The contract without the bounds that are ours alone: the matchers of a pact are made from it. */
  readonly stated: JsonObject;
  clientPath(operation: OperationId): string;
  /** A value with the deployment's names in place of the stand-ins. */
  named<T>(value: T): T;
  /** For a client that uses the stand-in names with a deployment that has its own; undefined when it has none. */
  readonly fetch: Fetch | undefined;
};

/** The dialect of a profile; the default profile is the one that the typed client was made for. */
export function dialectOf(partial: PartialProfile = {}): Dialect {
  const profile = completeProfile(partial);
  const canonical = loadContract(defaultProfile()).operations;
  const { vendor, authority } = profile.naming;
  const named = <T>(value: T): T => rename(value as Json, profile.naming) as T;
  return {
    profile,
    contract: loadContract(profile),
    stated: tolerantContract(profile).document,
    clientPath: (operation) => canonical.get(operation)?.path ?? '',
    named,
    fetch: vendor === 'svc' && authority === 'taxauth' ? undefined : namedFetch(profile.naming, named),
  };
}

function namedFetch(naming: Profile['naming'], named: (text: string) => string): Fetch {
  const swap = nameSwap(naming);
  const swapText = (text: string): string => (text === '' ? text : JSON.stringify(swap(JSON.parse(text))));
  return async (request) => {
    const url = new URL(request.url);
    url.pathname = named(url.pathname);
    const headers = [...request.headers].map(([name, value]): [string, string] => [named(name), value]);
    const body = swapText(await bodyText(request));
    const response = await fetch(url, { method: request.method, headers, body: body || undefined });
    const text = await bodyText(response);
    return new Response(text === '' ? null : swapText(text), response);
  };
}
