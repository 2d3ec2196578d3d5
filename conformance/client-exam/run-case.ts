import type { Evidence, ExamCase, JourneyRun } from './exam-case.ts';
import type { SandboxPool } from './sandbox-pool.ts';
import { Stage } from './stage.ts';
import { type JourneyStart, type Outcome, startJourney } from './start-journey.ts';

export type CaseOptions = {
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  readonly sandboxes: SandboxPool;
};

/** Runs the client of a case. What it left behind can be looked at until the stage is closed. */
export async function runCase(
  { journey, wish, starts }: ExamCase,
  start: JourneyStart,
  { patienceMs, signal, sandboxes }: CaseOptions,
): Promise<Evidence> {
  const stage = new Stage(journey, wish, start);
  try {
    await stage.open(sandboxes);
    const { endless } = stage.front;
    const started = async (): Promise<Outcome> => {
      const outcome = await startJourney(start, stage.values, {
        patienceMs,
        env: wish.env,
        signal: AbortSignal.any([signal, endless.signal]),
      });
      if (!endless.signal.aborted) return outcome;
      return {
        ...outcome,
        ok: false,
        ended: false,
        how: 'it repeated one request without end, and the exam ended it',
      };
    };
    const runs: JourneyRun[] = [];
    const once = async (): Promise<void> => {
      const before = stage.front.seen.length;
      const outcome = await started();
      runs.push({ outcome, requests: stage.front.seen.slice(before) });
    };
    if (starts === 'at-once') await Promise.all([once(), once()]);
    else for (let times = starts === 'twice' ? 2 : 1; times > 0; times--) await once();
    const { requests: journal } = await stage.sandbox.arrange('listRequests', { query: { limit: 1000 } });
    const violations = journal.flatMap((entry) =>
      entry.violations.map((text) => `${entry.method} ${entry.path}: ${text}`),
    );
    return { stage, runs, requests: [...stage.front.seen], violations };
  } catch (error) {
    await stage.close();
    throw error;
  }
}
