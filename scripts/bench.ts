// `npm run bench`: measures, prints a table, and writes docs/figures.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chart } from './bench/chart.ts';
import { type Effort, efforts } from './bench/effort.ts';
import type { Section } from './bench/figure.ts';
import { machineText, thisMachine } from './bench/machine.ts';
import { goalText, spreadText, valueText, verdictText } from './bench/numbers.ts';
import { figuresPage, withSection } from './bench/readme-section.ts';
import type { Results } from './bench/results.ts';
import { questions } from './bench/sections.ts';
import { projectRoot } from './run-tool.ts';
import { namesOutOf, scriptCommand } from './script-command.ts';
import { textTable } from './text-table.ts';

const known = Object.keys(questions);
const values = scriptCommand('bench', 'Measures Payrig beside what one could use instead.')
  .option('--quick', 'fewer and shorter rounds: noisier, in about half the time')
  .option('--only <sections>', `some of ${known.join(', ')}; writes nothing`, namesOutOf(known))
  .option('--dry', 'write nothing to docs/figures')
  .parse()
  .opts<{ quick?: true; only?: string[]; dry?: true }>();
const names = values.only ?? known;

const effort: Effort = values.quick ? efforts.quick : efforts.full;
const machine = thisMachine();
const began = performance.now();
const sections: Section[] = [];
console.log(`${machineText(machine)}\n`);
for (const name of names) {
  const section = await questions[name]!(effort);
  sections.push(section);
  const rows = section.figures.map((one) => [
    valueText(one),
    spreadText(one),
    goalText(one.goal, one.unit),
    verdictText(one),
    one.title,
  ]);
  console.log(
    `${section.title}. ${section.about}\n\n${textTable(['median', 'spread', 'goal', '', 'figure'], rows)}`,
  );
}
const minutes = Math.round((performance.now() - began) / 6000) / 10;
console.log(`${minutes} minutes.`);

if (values.only === undefined && !values.dry) {
  const command = `npm run bench${values.quick ? ' -- --quick' : ''}`;
  const results: Results = { madeAt: new Date().toISOString(), command, minutes, machine, sections };
  const folder = join(projectRoot, 'docs/figures');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bench.json'), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(join(folder, 'bench.svg'), chart(sections));
  const page = join(folder, 'README.md');
  await writeFile(page, withSection(await readFile(page, 'utf8'), figuresPage(results)));
}
// A connection that is kept alive must not keep the command alive.
process.exit();
