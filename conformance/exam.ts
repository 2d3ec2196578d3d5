/** The exams of receivers and of clients as functions, published as `payrig/exam`. */

export type { ClientDescription, ClientExamOptions } from './client-exam/open-client.ts';
export type { Journey, Values } from './client-exam/stage/journeys.ts';
export type { JourneyStart } from './client-exam/stage/start-journey.ts';
export type { CountHandled, FailOnce } from './exam/context/handled.ts';
export type { ExamOptions, ReceiverDescription } from './exam/exam-options.ts';
export type { RunResult } from './judgement/result.ts';
export { runClientExam } from './suite/run-client-exam.ts';
export { runExam } from './suite/run-exam.ts';
