import { type ClientDescription, type ClientExamOptions, openClient } from '../client-exam/open-client.ts';
import type { RunResult } from '../judgement/result.ts';
import { judgeClauses } from './engine/judge-clauses.ts';

/** Examines a client clause by clause. Its faults are in the result; only a misuse of this function throws. */
export const runClientExam = async (
  client: ClientDescription,
  options: ClientExamOptions = {},
): Promise<RunResult> => judgeClauses(openClient(client, options), { ...options, runs: 1 });
