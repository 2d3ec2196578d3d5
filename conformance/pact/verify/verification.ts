import type { StateFault } from './interaction-setup.ts';

export type InteractionResult = {
  readonly consumer: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly passed: boolean;
  /** A failure that the broker calls pending: it is reported, and does not fail the verification. */
  readonly pending: boolean;
  readonly mismatches: readonly string[];
};

export type Verification = {
  readonly passed: boolean;
  readonly interactions: readonly InteractionResult[];
  readonly stateFaults: readonly StateFault[];
  /** What stays behind in the deployment because it could not be removed. */
  readonly leftovers: readonly string[];
  /** Why it failed as a whole, when it is not for an interaction. */
  readonly problem?: string;
};

type Mismatch = { mismatch?: string; path?: string; description?: string };
type RawResult = {
  consumer?: string;
  description?: string;
  providerStates?: string[];
  result?: string;
  pending?: boolean;
  mismatch?: { mismatches?: Mismatch[]; message?: string; type?: string };
};

type RawError = { interaction?: string; mismatch?: RawResult['mismatch'] };

export type Report = NonNullable<ReturnType<typeof readReport>>;

export function readReport(text: string) {
  let report: { result?: boolean; interactionResults?: RawResult[]; errors?: RawError[] };
  try {
    report = JSON.parse(text);
  } catch {
    return undefined;
  }
  return {
    passed: report.result === true,
    interactions: (report.interactionResults ?? []).map(interactionOf),
    errors: (report.errors ?? []).map(({ interaction, mismatch }) =>
      [interaction, ...mismatchesOf(mismatch)].filter(Boolean).join(': '),
    ),
  };
}

const interactionOf = (raw: RawResult): InteractionResult => ({
  consumer: raw.consumer ?? '',
  description: raw.description ?? '',
  states: raw.providerStates ?? [],
  passed: raw.result === 'OK',
  pending: raw.pending === true,
  mismatches: mismatchesOf(raw.mismatch),
});

function mismatchesOf(mismatch: RawResult['mismatch']): string[] {
  if (!mismatch) return [];
  const texts = (mismatch.mismatches ?? []).map(({ path, mismatch: text, description }) =>
    [path, text ?? description].filter(Boolean).join(': '),
  );
  return texts.length > 0 ? texts : [mismatch.message ?? mismatch.type ?? 'it failed'];
}

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
