export type { ScenarioKey } from '../generators/scenarios/generated/keys.ts';
export type { Scenario } from '../generators/scenarios/scenario.ts';
export {
  type ClientOptions,
  createPayrollClient,
  type PayrollClient,
  ServiceError,
  unwrap,
} from '../spec/client.ts';
export {
  completeProfile,
  defaultProfile,
  type PartialProfile,
  type Profile,
  ProfileError,
} from '../spec/profile.ts';
export type { SandboxOptions } from './app/options.ts';
export type { Arrange, ArrangeInput } from './handle/arrange.ts';
export type { ClientHandle, Delivery, DeliveryMatch, Snapshot } from './handle/client-handle.ts';
export type { MemberHandle } from './handle/member-handle.ts';
export type { People, Somebody } from './handle/people.ts';
export { createSandbox, type Sandbox } from './sandbox.ts';
