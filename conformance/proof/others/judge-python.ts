import { readFileSync } from 'node:fs';
import { checks } from '../../checks/all-checks.ts';
import type { RunOptions } from '../../index.ts';
import type { RunResult } from '../../judgement/result.ts';
import { probes } from '../../suite/learn/probes/index.ts';
import { runSuite } from '../../suite/run-suite.ts';
import { standardTarget } from '../mutants/run-mutant.ts';
import { judgedIn, type SourceOutcome } from '../source-mutants/judge.ts';
import { type Classification, parseClassification } from '../source-mutants/score.ts';
import { drawPythonMutants, PythonServer, pythonFolder } from './python-server.ts';

/** Runs the suite against the server that was written from the document alone: every failure is a false one. */
export async function judgePython(options: RunOptions): Promise<RunResult> {
  const server = new PythonServer();
  try {
    return await runSuite({ checks, probes }, standardTarget(await server.addresses), {
      destructive: true,
      ...options,
    });
  } finally {
    server.stop();
  }
}

/** Inputs for each property; fewer than a run of the suite has can only miss more. */
export const inputs = 3;

export async function* judgePythonMutants(
  unbroken: RunResult,
  { count, seed, from }: { count: number; seed: number; from: number },
): AsyncGenerator<SourceOutcome> {
  const passed = unbroken.clauses.filter(({ verdict }) => verdict === 'pass');
  const clauses = [...passed].sort((a, b) => a.durationMs - b.durationMs).map(({ clause }) => clause);
  const reach = { clausesOf: () => clauses, durationOf: () => unbroken.durationMs };
  for (const mutant of drawPythonMutants(count, seed).drawn.slice(from))
    yield await judgedIn(new PythonServer(mutant), mutant, { reach, seed, runs: inputs }, 4);
}

export const classifiedPython = (): Classification =>
  parseClassification(readFileSync(`${pythonFolder}classified.yaml`, 'utf8'));
