// `npm run soak`: the resilience tests in their long form, on this machine alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Argument } from 'commander';
import { thisMachine } from './bench/machine.ts';
import { withSection } from './bench/readme-section.ts';
import { onStop } from './on-stop.ts';
import { runApart } from './resilience/soak/run-apart.ts';
import { type SoakKind, soakKinds } from './resilience/soak/soak-kinds.ts';
import {
  problemsText,
  type SoakRecord,
  type SoakRow,
  soakMarkers,
  soakSection,
  triedText,
} from './resilience/soak/soak-record.ts';
import { freshSeed } from './resilience/testing/fault-test.ts';
import { scriptCommand, wholeNumber } from './script-command.ts';
import { textTable } from './text-table.ts';

/** No kind may take longer, but for the one whose minutes are chosen. */
const MOST_SECONDS = 600;
const runKind = fileURLToPath(new URL('./resilience/soak/run-kind.ts', import.meta.url));

const machine = thisMachine();
const command = scriptCommand(
  'soak',
  'Runs the resilience tests in their long form; all of them unless some are named. A run of all writes its counts into docs/figures/soak.json and the README.',
)
  .addArgument(new Argument('[tests...]', 'which').choices(Object.keys(soakKinds(1))))
  .option('--seed <n>', 'makes the choices of an earlier run again', wholeNumber(0))
  .option('--minutes <n>', 'how long the soak takes', wholeNumber(1), 2)
  .option('--no-write', 'leaves docs/figures as it is')
  .addHelpText('after', () => `\nTests:\n${list(soakKinds(1))}`)
  .parse();
const {
  seed = freshSeed(),
  minutes,
  write,
} = command.opts<{ seed?: number; minutes: number; write: boolean }>();
const kinds = soakKinds(minutes);
const wanted = command.args.length > 0 ? command.args : Object.keys(kinds);
const stop = new AbortController();
onStop(() => {
  stop.abort();
  process.exit(130);
});
const rows: SoakRow[] = [];
const failures: string[] = [];
for (const name of wanted) {
  console.log(`\n${name}: ${kinds[name]!.about} (seed ${seed})`);
  const started = performance.now();
  const { figures, problems } = await runApart(
    runKind,
    [name, String(seed), String(minutes)],
    MOST_SECONDS + 60 * minutes,
    stop.signal,
  );
  console.log(`  ${triedText(figures)}`);
  for (const problem of problems) console.log(`  PROBLEM ${problem}`);
  failures.push(...problems.map((problem) => `${name}: ${problem.split('\n')[0]}`));
  const seconds = Math.round((performance.now() - started) / 1000);
  rows.push({ name, tried: figures, lost: problems.length, seconds });
}
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
if (failures.length > 0) console.log(`\nWhat went wrong, told in full above:\n${failures.join('\n')}`);
// Some kinds alone, or a part of a run, are no figures of the whole.
if (write && command.args.length === 0) {
  const record: SoakRecord = { madeAt: new Date().toISOString(), seed, machine, rows };
  const file = new URL('../docs/figures/soak.json', import.meta.url);
  const page = new URL('../docs/figures/faults.md', import.meta.url);
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), soakSection(record), soakMarkers));
}
process.exitCode = rows.every(({ lost }) => lost === 0) ? 0 : 1;

function list(kinds: Record<string, SoakKind>): string {
  return Object.entries(kinds)
    .map(([name, { about }]) => `  ${name.padEnd(16)}${about}`)
    .join('\n');
}
