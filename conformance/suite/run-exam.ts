import type { ExamOptions, ReceiverDescription } from '../exam/exam-options.ts';
import { openReceiver } from '../exam/open-receiver.ts';
import type { RunResult } from '../judgement/result.ts';
import { judgeClauses } from './engine/judge-clauses.ts';

/** Examines a receiver clause by clause. Its faults are in the result; only a misuse of this function throws. */
export const runExam = async (receiver: ReceiverDescription, options: ExamOptions = {}): Promise<RunResult> =>
  judgeClauses(await openReceiver(receiver, options), options);
