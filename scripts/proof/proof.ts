// `npm run proof`: what takes too long for `npm test`, one step after the other; writes what each gave to docs/figures.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { thisMachine } from '../figures/machine.ts';
import { scriptCommand } from '../terminal/command-of.ts';
import { projectRoot } from '../terminal/run-tool.ts';
import { namesOutOf } from '../terminal/script-command.ts';
import { type ProofRecord, proofPage, proofSteps, runStep } from './proof-steps.ts';

const known = Object.keys(proofSteps);
const { only, write } = scriptCommand('proof')
  .option('--only <steps>', `some of ${known.join(', ')}`, namesOutOf(known))
  .option('--no-write', 'leave the README and docs/figures as they are')
  .parse()
  .opts<{ only?: string[]; write: boolean }>();

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: projectRoot, encoding: 'utf8' }).trim();
const isClean = git('status', '--porcelain') === '';
const commit = `${git('rev-parse', '--short', 'HEAD')}${isClean ? '' : ' with local changes'}`;
const machine = thisMachine();
const date = new Date().toISOString().slice(0, 10);

const figures = join(projectRoot, 'docs/figures');
const recordFile = join(figures, 'proof.json');
const earlier: ProofRecord = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};

const results: [name: string, result: ProofRecord[string]][] = [];
for (const name of only ?? known) {
  const step = proofSteps[name]!;
  console.log(`\n--- ${name}: ${step.about}`);
  const words = write && step.publishes ? [...step.words, '--publish'] : step.words;
  results.push([name, { ...(await runStep({ ...step, words })), date, commit, machine }]);
}
console.log('');
for (const [name, { passed, seconds }] of results)
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name}, ${seconds} s`);
if (write) {
  const record = { ...earlier, ...Object.fromEntries(results) };
  writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync(join(figures, 'proof.md'), proofPage(record));
}
process.exitCode = results.every(([, { passed }]) => passed) ? 0 : 1;
