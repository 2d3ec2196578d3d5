import { type Contract, loadContract } from '../../../spec/contract.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { completeProfile, defaultProfile, type PartialProfile, type Profile } from '../../../spec/profile.ts';
import { type Json, type JsonObject, rename } from '../../../spec/render.ts';
import { tolerantContract } from '../../tolerant-contract.ts';

/** How one kind of deployment speaks: its names, its open points, and the contract that follows from them. */
export type Dialect = {
  readonly profile: Profile;
  readonly contract: Contract<OperationId>;
  /** The contract without the bounds that are ours alone: the matchers of a pact are made from it. */
  readonly stated: JsonObject;
  /** The path of an operation as the typed client knows it. */
  clientPath(operation: OperationId): string;
  /** A value with the deployment's names in place of the stand-ins. */
  named<T>(value: T): T;
};

/** The dialect of a profile; the default profile is the one that the typed client was made for. */
export function dialectOf(partial: PartialProfile = {}): Dialect {
  const profile = completeProfile(partial);
  const canonical = loadContract(defaultProfile()).operations;
  return {
    profile,
    contract: loadContract(profile),
    stated: tolerantContract(profile).document,
    clientPath: (operation) => canonical.get(operation)?.path ?? '',
    named: <T>(value: T) => rename(value as Json, profile.naming) as T,
  };
}
