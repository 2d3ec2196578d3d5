import type { StateFault } from './interaction-setup.ts';

export type InteractionResult = {
  readonly consumer: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly passed: boolean;
  /** A failure that the broker calls pending: it is told, and breaks nothing. */
  readonly pending: boolean;
  readonly mismatches: readonly string[];
};

/** What came of a verification. */
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

/** The report of the native library, as far as it matters. */
export type Report = {
  readonly passed: boolean;
  readonly interactions: readonly InteractionResult[];
  readonly errors: readonly string[];
};

/** Reads the report of the native library; undefined when it is none. */
export function readReport(text: string): Report | undefined {
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

function interactionOf({
  consumer,
  description,
  providerStates,
  result,
  pending,
  mismatch,
}: RawResult): InteractionResult {
  return {
    consumer: consumer ?? '',
    description: description ?? '',
    states: providerStates ?? [],
    passed: result === 'OK',
    pending: pending === true,
    mismatches: mismatchesOf(mismatch),
  };
}

function mismatchesOf(mismatch: RawResult['mismatch']): string[] {
  if (!mismatch) return [];
  const told = (mismatch.mismatches ?? []).map(({ path, mismatch: text, description }) =>
    [path, text ?? description].filter(Boolean).join(': '),
  );
  return told.length > 0 ? told : [mismatch.message ?? mismatch.type ?? 'it failed'];
}
