import type { Verification } from './verification.ts';

/** A verification in a few lines: what failed and why, and how much was verified. */
export function verificationText({
  passed,
  interactions,
  stateFaults,
  leftovers,
  problem,
}: Verification): string {
  const failed = interactions.filter((one) => !one.passed);
  const lines = failed.flatMap(({ consumer, description, mismatches, pending }) => [
    `${pending ? 'PENDING' : 'FAIL'}  ${consumer}: ${description}`,
    ...mismatches.map((mismatch) => `      ${mismatch}`),
  ]);
  for (const { state, message } of stateFaults) lines.push(`STATE ${state}: ${message}`);
  for (const leftover of leftovers) lines.push(`LEFT  ${leftover}`);
  if (problem !== undefined) lines.push(`ERROR ${problem}`);
  const counts = `${interactions.length - failed.length} of ${interactions.length} interactions verified`;
  return [...lines, `${passed ? 'The pacts are kept' : 'The pacts are not kept'}: ${counts}.`].join('\n');
}
