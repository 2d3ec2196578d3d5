// `npm run bench`: measures, prints a table, and writes docs/figures.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machineText, thisMachine } from '../figures/machine.ts';
import { scriptCommand } from '../terminal/command-of.ts';
import { projectRoot } from '../terminal/run-tool.ts';
import { namesOutOf } from '../terminal/script-command.ts';
import { textTable } from '../terminal/text-table.ts';
import { efforts, type Section, textsOf } from './figure.ts';
import { chart, figuresPage, type Results, withCapacity, withFigures } from './page.ts';
import { questions } from './questions.ts';
import { contestantNode, useNode } from './server-process.ts';

const known = Object.keys(questions);
const values = scriptCommand('bench')
  .option('--quick', 'fewer and shorter rounds: noisier, in about half the time')
  .option('--only <sections>', `some of ${known.join(', ')}; writes nothing`, namesOutOf(known))
  .option('--node <file>', 'the Node that all that is measured runs on, such as "$(command -v node)"')
  .option(
    '--profile <label>',
    'instead, where the time of a request goes: docs/figures/profile.md, under this label',
  )
  .option('--dry', 'write nothing to docs/figures')
  .parse()
  .opts<{ quick?: true; only?: string[]; node?: string; profile?: string; dry?: true }>();
if (values.node !== undefined) useNode(values.node);
if (values.profile !== undefined) {
  await (await import('./profile.ts')).writeProfile(values.profile);
  process.exit();
}
const names = values.only ?? known;

const effort = values.quick ? efforts.quick : efforts.full;
const machine = thisMachine(contestantNode().version);
const began = performance.now();
const sections: Section[] = [];
console.log(`${machineText(machine)}\n`);
for (const name of names) {
  const section = await (await questions[name]!())(effort);
  sections.push(section);
  const rows = section.figures.map((one) => [...Object.values(textsOf(one)), one.title]);
  const table = textTable(['median', 'spread', 'goal', '', 'figure'], rows);
  console.log(`${section.title}. ${section.about}\n\n${table}`);
}
const minutes = Math.round((performance.now() - began) / 6000) / 10;
console.log(`${minutes} minutes.`);

if (values.only === undefined && !values.dry) {
  const flags = `${values.quick ? ' --quick' : ''}${values.node === undefined ? '' : ' --node'}`;
  const command = `npm run bench${flags && ` --${flags}`}`;
  const results: Results = { madeAt: new Date().toISOString(), command, minutes, machine, sections };
  const write = (name: string, text: string) => writeFile(join(projectRoot, 'docs', name), text);
  const rewrite = async (name: string, change: typeof withFigures) =>
    write(name, change(await readFile(join(projectRoot, 'docs', name), 'utf8'), results));
  if (values.node === undefined) {
    await write('figures/bench.json', `${JSON.stringify(results, null, 2)}\n`);
    await write('figures/bench.svg', chart(sections));
    await rewrite('figures/README.md', withFigures);
    await rewrite('shared-sandbox.md', withCapacity);
  } else {
    // README.md and its chart are of the Node that `npm start` runs on; another Node has a page of its own.
    const [major] = machine.node.slice(1).split('.');
    const page = figuresPage(results).replaceAll('bench.svg', `bench-node-${major}.svg`);
    await write(`figures/bench-node-${major}.svg`, chart(sections));
    await write(`figures/bench-node-${major}.md`, `# Figures on Node ${major}\n\n${page}\n`);
  }
}
// A connection that is kept alive must not keep the command alive.
process.exit();
