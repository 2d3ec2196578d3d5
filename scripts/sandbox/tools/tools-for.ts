import type { Tools } from '../../../simulator/tools/runs.ts';
import type { TargetRuleOptions } from '../../../simulator/webhooks/target-rules.ts';

/** The command line's tools, for a sandbox that it runs; what runs them is loaded with the first run. */
export function toolsFor({ webhookAllow, webhookDeny }: TargetRuleOptions): Tools {
  return async (order, report, signal) => {
    const { runInProcess } = await import('./run-in-process.ts');
    return runInProcess(order, { webhookAllow, webhookDeny }, report, signal);
  };
}
