import type { Sandbox } from '../../../simulator/sandbox.ts';
import type { TargetDescription } from '../../deployment/options.ts';

/** A sandbox as a provider of pacts. */
export const sandboxTarget = ({ url, apiKey }: Sandbox): TargetDescription => ({
  baseUrl: url,
  apiKey,
  member: { username: 'member@sandbox.test', password: 'sandbox-password' },
});
