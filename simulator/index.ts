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
export type { SandboxOptions } from './options.ts';
export { createSandbox, type Sandbox } from './sandbox.ts';
