// `npm run soak`: the fault-injection tests in their long form, on this machine alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { Argument } from 'commander';
import { thisMachine } from '../figures/machine.ts';
import { testReport } from '../figures/test-report.ts';
import { withSection } from '../figures/with-section.ts';
import { scriptCommand } from '../terminal/command-of.ts';
import { wholeNumber } from '../terminal/script-command.ts';
import { textTable } from '../terminal/text-table.ts';
import {
  type FaultMeta,
  problemsText,
  type SoakRecord,
  soakFile,
  soakKinds,
  soakMarkers,
  soakRows,
  soakSection,
  triedText,
} from './soak-record.ts';

const machine = thisMachine();
const tests = [...soakKinds].map(([name, about]) => `  ${name.padEnd(16)}${about}`);
const command = scriptCommand('soak')
  .addArgument(new Argument('[tests...]', 'which').choices([...soakKinds.keys()]))
  .option('--seed <n>', 'makes the choices of an earlier run again', wholeNumber(0))
  .option('--minutes <n>', 'how long the soak takes', wholeNumber(1), 2)
  .option('--no-write', 'leaves docs/figures as it is')
  .addHelpText('after', `\nTests:\n${tests.join('\n')}`)
  .parse();
const { minutes, write, ...given } = command.opts<{ seed?: number; minutes: number; write: boolean }>();
const seed = given.seed ?? Number(process.env['FC_SEED'] ?? process.hrtime()[1]);
const wanted = command.args.length > 0 ? [...new Set(command.args)] : [...soakKinds.keys()];

const config = ['--config', 'scripts/resilience/testing/soak.config.ts'];
const names = ['--testNamePattern', `^(${wanted.join('|')}): `];
const env = { FC_SEED: String(seed), PAYRIG_SOAK_MINUTES: String(minutes) };
const report = await testReport<FaultMeta>([...config, ...names, ...new Set(wanted.map(soakFile))], env);
const { rows, failures } = soakRows(report, wanted);
const table = rows.map(({ name, tried, lost, seconds }) => [
  name,
  lost === 0 ? 'nothing' : problemsText(lost),
  String(seconds),
  triedText(tried),
]);
const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
const busiest = Math.max(...rows.map(({ tried }) => Number(tried['of it computing, ms'] ?? 0)));
console.log(
  `\n${textTable(['kind', 'lost', 'seconds', 'tried'], table)}\n${Math.round(seconds / 6) / 10} minutes. No sandbox computed for longer than ${busiest} ms without a pause. Seed ${seed}; --seed ${seed} makes the same choices again.`,
);
if (failures.length > 0) console.log(`\nWhat went wrong; the details are above:\n${failures.join('\n')}`);
// Some kinds alone, or a part of a run, are no figures of the whole.
if (write && command.args.length === 0) {
  const record: SoakRecord = { madeAt: new Date().toISOString(), seed, machine, rows };
  const file = new URL('../../docs/figures/soak.json', import.meta.url);
  const page = new URL('../../docs/figures/faults.md', import.meta.url);
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), soakSection(record), soakMarkers));
}
process.exitCode = failures.length === 0 ? 0 : 1;
