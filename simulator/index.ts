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
export type {
  Arrange,
  ArrangeInput,
  ClientHandle,
  Delivery,
  DeliveryMatch,
  MemberHandle,
  People,
  ScenarioUser,
  Snapshot,
} from './handle/client-handle.ts';
export { createSandbox, type Sandbox } from './sandbox.ts';
