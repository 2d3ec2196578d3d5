// `npm run proof`: what takes too long for `npm test`, one step after the other; writes docs/figures/proof.md.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { thisMachine } from './bench/machine.ts';
import { scriptCommand } from './command-of.ts';
import { type ProofResult, proofPage, proofSteps, runStep } from './proof-steps.ts';
import { projectRoot } from './run-tool.ts';
import { namesOutOf } from './script-command.ts';

const known = Object.keys(proofSteps);
const { only, write } = scriptCommand('proof')
  .option('--only <steps>', `some of ${known.join(', ')}; writes nothing`, namesOutOf(known))
  .option('--no-write', 'leave docs/figures/proof.md as it is')
  .parse()
  .opts<{ only?: string[]; write: boolean }>();

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: projectRoot, encoding: 'utf8' }).trim();
const isClean = git('status', '--porcelain') === '';
const commit = `${git('rev-parse', '--short', 'HEAD')}${isClean ? '' : ' with local changes'}`;
const machine = thisMachine();
const date = new Date().toISOString().slice(0, 10);

const results: ProofResult[] = [];
for (const name of only ?? known) {
  console.log(`\n--- ${name}: ${proofSteps[name]!.about}`);
  results.push(await runStep(name, proofSteps[name]!));
}
console.log('');
for (const { name, passed, seconds } of results)
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name}, ${seconds} s`);
// Some steps alone are no proof of the whole.
if (write && only === undefined)
  writeFileSync(join(projectRoot, 'docs/figures/proof.md'), proofPage(results, { date, commit, machine }));
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
