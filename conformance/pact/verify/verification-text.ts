import type { Verification } from './verification.ts';

/** A verification in a few lines: what failed and why, and how much was verified. */
export function verificationText(
  { passed, interactions, stateFaults, leftovers, problem }: Verification,
  underProfile = true,
): string {
  const failed = interactions.filter((one) => !one.passed);
  const lines = failed.flatMap(({ consumer, description, mismatches, pending }) => [
    `${pending ? 'PENDING' : 'FAIL'}  ${consumer}: ${description}`,
    ...mismatches.map((mismatch) => `      ${mismatch}`),
  ]);
  for (const { state, message } of stateFaults) lines.push(`STATE ${state}: ${message}`);
  for (const leftover of leftovers) lines.push(`LEFT  ${leftover}`);
  if (problem !== undefined) lines.push(`ERROR ${problem}`);
  if (!underProfile && failed.some(({ mismatches }) => mismatches.length > 0)) lines.push(profileHint);
  const counts = `${interactions.length - failed.length} of ${interactions.length} interactions verified`;
  return [...lines, `${passed ? 'The pacts are kept' : 'The pacts are not kept'}: ${counts}.`].join('\n');
}

const profileHint =
  'HINT  A deployment with names and choices of its own is verified with --profile: payrig check --learn profile.json writes one, payrig pact make --profile profile.json makes its pact.';
