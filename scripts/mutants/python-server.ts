// `npm run python-server`: judges the server in Python, which was written from the document alone, and mutants of it.
import type { RunResult } from '../../conformance/judgement/result.ts';
import { KeptResults } from '../../conformance/proof/kept-results.ts';
import {
  classifiedPython,
  inputs,
  judgePython,
  judgePythonMutants,
} from '../../conformance/proof/others/judge-python.ts';
import { drawPythonMutants, hasPython } from '../../conformance/proof/others/python-server.ts';
import type { SourceOutcome } from '../../conformance/proof/source-mutants/judge.ts';
import { scoreOf, sourceReport } from '../../conformance/proof/source-mutants/score.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { scriptCommand } from '../terminal/command-of.ts';
import { publish } from './mutant-figures.ts';

const command = scriptCommand('python-server').parse();
const { keep, publish: publishing } = command.opts<CommandOptions['npm run python-server']>();
const [count, seed] = command.processedArgs as [number, number];
if (!hasPython()) command.error('Python 3.11 or later is not installed.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(3));

const started = performance.now();
const kept = new KeptResults<RunResult | SourceOutcome>(keep);
const unbroken = (await kept.made('unbroken', () => judgePython({ seed }))) as RunResult;
const outcomes: SourceOutcome[] = [];
for (let known = kept.get('0'); known; known = kept.get(`${outcomes.length}`))
  outcomes.push(known as SourceOutcome);
const wrong = unbroken.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
const { judged, warn, skip } = unbroken.totals;
console.log(
  `The Python server: ${judged} judged, ${warn} warnings, ${skip} not judged; false failures: ${wrong.length}`,
);
for (const { clause, verdict } of unbroken.clauses) if (verdict === 'warn') console.log(`  warned ${clause}`);
for (const { clause, failure } of wrong)
  console.log(`  FALSE ${clause}: expected ${failure?.expected}, got ${failure?.actual}`);

for await (const one of judgePythonMutants(unbroken, { count, seed, from: outcomes.length })) {
  kept.keep(`${outcomes.length}`, one);
  outcomes.push(one);
  const { mutant, fate, by = '' } = one;
  console.error(`${outcomes.length}/${count} ${fate} ${mutant.file}:${mutant.line} ${mutant.mutator} ${by}`);
}
if (count > 0) report();
// A run that was stopped has proved nothing.
process.exitCode = unbroken.exitCode;

function report(): void {
  const known = classifiedPython();
  const { total } = drawPythonMutants(0, seed);
  const durationMs = performance.now() - started;
  console.log(sourceReport({ seed, total, asked: count, outcomes, earlier: 0, durationMs }, known));
  const score = scoreOf(outcomes, known);
  const caught = score.killed - score.killedByImplied + score.broken;
  const share = interval(caught, caught + score.survivors.stated + score.survivors.unclassified);
  console.log(
    `The 95% interval of what is caught: ${share.map((one) => (100 * one).toFixed(1)).join('% to ')}%.`,
  );
  const found = { inputs, judged, failures: wrong.length, warnings: warn, drawn: outcomes.length };
  if (publishing) publish({ byPython: { ...score, ...found, total, seed, interval: share } });
}

/** Wilson's interval of a share, at 95%. */
function interval(hits: number, of: number): [number, number] {
  const z2 = 1.96 ** 2;
  const middle = (hits + z2 / 2) / (of + z2);
  const half = (Math.sqrt((hits * (of - hits)) / of + z2 / 4) * 1.96) / (of + z2);
  return [middle - half, middle + half];
}
