/** The exams of receivers and of clients as functions, published as `payrig/exam`. */
export type { Journey, Values } from '../client-exam/journeys.ts';
export {
  type ClientDescription,
  type ClientExamOptions,
  runClientExam,
} from '../client-exam/run-client-exam.ts';
export type { JourneyStart } from '../client-exam/start-journey.ts';
export type { RunResult } from '../result.ts';
export type { ExamOptions, ReceiverDescription } from './exam-options.ts';
export type { CountHandled, FailOnce } from './handled.ts';
export { runExam } from './run-exam.ts';
