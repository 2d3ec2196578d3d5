/** Pacts, published as `payrig/pact`: making, comparing, verifying and publishing them from code. */

export { asyncApiDocument } from '../../spec/exports/asyncapi.ts';
export { type AppVersion, appVersion } from './broker/app-version.ts';
export type { BrokerAccess, BrokerCallOptions } from './broker/broker.ts';
export { canIDeploy, type Deployable, recordDeployment } from './broker/deployments.ts';
export { type ProviderContract, publishPacts, publishProviderContract } from './broker/publish.ts';
export { type CrossCheck, crossCheck, type Disagreement } from './cross-check/cross-check.ts';
export { type Parties, standardParties } from './library/pact-files.ts';
export { PactProblem } from './library/pact-library.ts';
export { type MadePact, type MakeOptions, makePacts } from './make/make-pacts.ts';
export {
  given,
  type ProviderState,
  type StateListing,
  type StateName,
  type StateParams,
  stateListings,
  states,
} from './states/index.ts';
export type { BrokerSource, VerifyOptions } from './verify/options.ts';
export type { InteractionResult, Verification } from './verify/verification.ts';
export { verifyPacts, type WatchedVerification } from './verify/verify-pacts.ts';
