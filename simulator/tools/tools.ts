import type { PartialProfile } from '../../spec/profile.ts';
import type { Run, RunOrder } from '../../spec/types.ts';

/** What a tool is to do: an order that was found right, with its defaults filled in. */
export type ToolOrder = Omit<RunOrder, 'profile'> & {
  profile?: PartialProfile;
  /** The address is this sandbox's own, which may be called whatever the rules for receivers say. */
  isOwn: boolean;
};

export type ToolProgress = NonNullable<Run['progress']>;

/** Told while a tool runs. */
export type ToolReport = { progress: (progress: ToolProgress) => void; print: (text: string) => void };

export type ToolFile = { name: string; bytes: Uint8Array };

/** How a tool ended; it has no exit code when it was stopped before it could give one. */
export type ToolOutcome = { exitCode: number | null; isStopped: boolean; files: readonly ToolFile[] };

/** Runs a tool to its end, or soon to an orderly end when aborted. The caller of `createSandbox` may pass some. */
export type Tools = (order: ToolOrder, report: ToolReport, signal: AbortSignal) => Promise<ToolOutcome>;
