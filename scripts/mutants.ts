// `npm run mutants`: runs every mutant against the check of its clause and prints the kill table.
import { mutants } from '../conformance/mutants/index.ts';
import { killTable } from '../conformance/mutants/kill-table.ts';
import { type MutantOutcome, runMutant } from '../conformance/mutants/run-mutant.ts';
import { isSelected } from '../conformance/run/select.ts';
import { scriptCommand } from './script-command.ts';

const command = scriptCommand(
  'mutants',
  'Runs sandboxes that are broken on purpose against the checks that must notice.',
)
  .argument('[clauses...]', "those of some clauses alone, such as 'users.*'")
  .parse();
const wanted = mutants.filter(({ clause }) => isSelected(clause, command.args));
if (wanted.length === 0) command.error(`No mutant breaks a clause like ${command.args.join(' ')}.`);
const width = 4;
const outcomes: MutantOutcome[] = [];
let next = 0;

async function lane(): Promise<void> {
  for (let one = wanted[next++]; one; one = wanted[next++]) {
    outcomes.push(await runMutant(one));
    if (process.stderr.isTTY)
      process.stderr.write(`\r\x1b[2K${outcomes.length}/${wanted.length} ${one.name}`);
  }
}
await Promise.all(Array.from({ length: width }, lane));
if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K');
outcomes.sort((a, b) => wanted.indexOf(a.mutant) - wanted.indexOf(b.mutant));
console.log(killTable(outcomes));
process.exitCode = outcomes.every(({ killed }) => killed) ? 0 : 1;
