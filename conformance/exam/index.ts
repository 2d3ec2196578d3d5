/** The receiver's exam as a function, published as `payrig/exam`. */
export type { RunResult } from '../result.ts';
export type { ExamOptions, ReceiverDescription } from './exam-options.ts';
export type { CountHandled, FailOnce } from './handled.ts';
export { runExam } from './run-exam.ts';
