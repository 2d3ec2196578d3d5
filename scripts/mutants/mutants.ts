// `npm run mutants`: sandboxes that are broken on purpose, by hand or by machine, and what the suite says of them.
import { writeFileSync } from 'node:fs';
import { KeptResults } from '../../conformance/proof/kept-results.ts';
import { mutants } from '../../conformance/proof/mutants/index.ts';
import type { Mutant } from '../../conformance/proof/mutants/mutant.ts';
import { type MutantOutcome, runMutant } from '../../conformance/proof/mutants/run-mutant.ts';
import { runSourceMutants } from '../../conformance/proof/source-mutants/run-source-mutants.ts';
import {
  classification,
  isProved,
  mayBreakWhatIsStated,
  sourceJson,
  sourceReport,
} from '../../conformance/proof/source-mutants/score.ts';
import { runUnitMutants, unitScore } from '../../conformance/proof/source-mutants/unit-mutants.ts';
import { isSelected } from '../../spec/clause-patterns.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { scriptCommand } from '../terminal/command-of.ts';
import { textTable } from '../terminal/text-table.ts';
import { figuresBySource, passiveText, publish, tally } from './mutant-figures.ts';

const command = scriptCommand('mutants').parse();
const options = command.opts<CommandOptions['npm run mutants']>();
const { source, seed = Math.floor(Math.random() * 0x7fffffff), matching, json } = options;
const interactive = process.stderr.isTTY;
const showLine = (text: string): void => {
  if (interactive) process.stderr.write(`\r\x1b[2K${text}`);
};

if (options.passive) await passively();
else if (options.unit !== undefined) await byUnitTests(options.unit);
else if (source === undefined && matching === undefined) await byHand();
else await byMachine(source ?? 0);

function wantedMutants(): readonly Mutant[] {
  const wanted = mutants.filter(({ clause }) => isSelected(clause, command.args));
  if (wanted.length === 0) command.error(`No mutant breaks a clause like ${command.args.join(' ')}.`);
  return wanted;
}

/** Of each mutant, what the watch says of the traffic of the checks; `--keep` holds what is known already. */
async function passively(): Promise<void> {
  const wanted = wantedMutants();
  const kept = new KeptResults<readonly string[]>(options.keep);
  const broken: { clause: string; found: readonly string[] }[] = [];
  for (const mutant of wanted) {
    const { clause, name } = mutant;
    const judge = async () => (await runMutant(mutant, { seed, isWatched: true })).watched ?? [];
    broken.push({ clause, found: await kept.made(`${clause}: ${name}`, judge) });
    showLine(`${broken.length}/${wanted.length} ${clause}: ${name}`);
  }
  showLine('');
  const own = broken.filter(({ clause, found }) => found.includes(clause)).length;
  const any = broken.filter(({ found }) => found.length > 0).length;
  const passive = { mutants: wanted.length, own, any, on: new Date().toISOString().slice(0, 10) };
  console.log(passiveText(passive));
  if (options.publish) publish({ passive });
}

async function byHand(): Promise<void> {
  const wanted = wantedMutants();
  const { laws: byLaws = false } = options;
  const outcomes: MutantOutcome[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let one = wanted[next++]; one; one = wanted[next++]) {
      outcomes.push(await runMutant(one, { seed, byLaws }));
      showLine(`${outcomes.length}/${wanted.length} ${one.name}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  // On a busy machine an answer comes too late, or two requests that should meet do not: those are looked at again, alone.
  let second = 0;
  for (const [at, { mutant, killed }] of outcomes.entries()) {
    if (killed || byLaws) continue;
    const again = await runMutant(mutant, { seed });
    if (again.killed) second += 1;
    outcomes[at] = again;
  }
  showLine('');
  outcomes.sort((a, b) => wanted.indexOf(a.mutant) - wanted.indexOf(b.mutant));
  console.log(killTable(outcomes, byLaws ? 'a general law' : 'the clause they name'));
  if (second > 0)
    console.log(`${second} of them were killed at a second look, alone and with the same seed.`);
  console.log(`The seed was ${seed}.`);
  const found = { ...tally(outcomes), ...(second > 0 && { second }), seed };
  if (options.publish) publish(byLaws ? { byLaws: found } : { byHand: found });
  process.exitCode = byLaws || outcomes.every(({ killed }) => killed) ? 0 : 1;
}

async function byMachine(count: number): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const known = classification();
  const run = await runSourceMutants({
    count,
    seed,
    matching,
    keptIn: options.keep,
    again: options.again,
    isSetAside: (mutant) => !options.all && !mayBreakWhatIsStated(known, mutant),
    runs: options.runs,
    signal: stop.signal,
    tell: (text) => console.error(text),
    onOutcome: ({ mutant, fate, by }, done, of) => {
      const line = `${done}/${of} ${fate} ${mutant.file}:${mutant.line} ${mutant.mutator} ${by ?? ''}`;
      if (interactive) showLine(line);
      else console.error(line);
    },
  });
  showLine('');
  console.log(sourceReport(run, known));
  if (options.publish) publish(figuresBySource(run, known, options.runs));
  if (json !== undefined) writeFileSync(json, sourceJson(run, known));
  process.exitCode = isProved(run, known) ? 0 : 1;
}

async function byUnitTests(count: number): Promise<void> {
  const run = await runUnitMutants({ count, seed, matching, tell: (text) => console.error(text) });
  const { text, isReached } = unitScore(run, classification());
  console.log(text);
  process.exitCode = isReached ? 0 : 1;
}

function killTable(outcomes: readonly MutantOutcome[], by: string): string {
  const rows = outcomes.map(({ mutant: { name, clause }, killed, requests }) => {
    return [killed ? 'killed' : 'SURVIVED', name, clause, String(requests)];
  });
  const alive = outcomes.filter(({ killed }) => !killed);
  const tail = alive.map(
    (one) => `  ${one.mutant.name} (${one.mutant.clause}): ${one.verdict}, ${one.detail}`,
  );
  const sum = `${outcomes.length - alive.length} of ${outcomes.length} mutants were killed by ${by}.`;
  const living = alive.length > 0 ? ['Alive:', ...tail] : [];
  return [textTable(['fate', 'mutant', 'clause', 'requests'], rows), sum, ...living].join('\n');
}
