// The process in which pacts are verified: it gets the options, answers once, and ends.
import type { VerifyOptions } from './options.ts';
import type { Verification } from './verification.ts';
import { verifyHere } from './verify-here.ts';

/** What the process answers: a verification, or one sentence about why there is none. */
export type ProcessAnswer = { verification: Verification } | { problem: string; unusable: boolean };

process.once('message', async (options: VerifyOptions) => {
  const answer = await verifyHere(options).then(
    (verification): ProcessAnswer => ({ verification }),
    (error: Error): ProcessAnswer => ({ problem: error.message, unusable: error.name === 'TargetUnusable' }),
  );
  process.send?.(answer, () => process.exit(0));
});
// The parent process has ended.
process.once('disconnect', () => process.exit(1));
