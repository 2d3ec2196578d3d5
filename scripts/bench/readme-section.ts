import { type Figure, shortfall } from './figure.ts';
import { machineText } from './machine.ts';
import { goalText, numberText, spreadText, valueText, verdictText } from './numbers.ts';
import type { Results } from './results.ts';

const markers = ['<!-- figures: begin (written by npm run bench) -->', '<!-- figures: end -->'] as const;

/** The figures without a goal that a reader wants all the same. */
const further = /^(generation|suite)\.|^serving\.list\.[\w-]+-to-|-to-express\.cpu$/;
const isShown = ({ id, goal }: Figure): boolean => goal !== undefined || further.test(id);

/** The figures of a run as a section of the README. */
export function readmeSection(results: Results): string {
  const { sections, machine, madeAt, command } = results;
  const misses = sections.flatMap(({ figures }) => figures).filter((one) => shortfall(one) !== undefined);
  const rows = sections.flatMap(({ title, figures }) =>
    figures
      .filter(isShown)
      .map((one) => [
        title,
        one.title,
        valueText(one),
        spreadText(one),
        goalText(one.goal, one.unit),
        verdictText(one),
      ]),
  );
  return [
    '![How the sandbox compares](docs/figures/bench.svg)',
    '',
    `Made by \`${command}\` on ${madeAt.slice(0, 10)}: ${machineText(machine)}. Contestants take turns within each round; a`,
    'figure is the median of the rounds, with the lowest and the highest beside it.',
    '',
    ...sections.map(({ title, about }) => `- **${title}.** ${about}`),
    '',
    ...missesText(
      misses,
      sections.flatMap(({ figures }) => figures),
    ),
    '',
    '<details><summary>The figures</summary>',
    '',
    '| | figure | median | spread | goal | |',
    '|---|---|---:|---:|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    '</details>',
    '',
    'All figures, also those of each contestant: [docs/figures/bench.json](docs/figures/bench.json).',
  ].join('\n');
}

function missesText(misses: readonly Figure[], all: readonly Figure[]): string[] {
  if (misses.length === 0) return ['Every goal was reached in this run.'];
  const named = misses.map(
    (one) =>
      `- ${one.title}: ${valueText(one)}, ${goalText(one.goal, one.unit)} was the goal (${verdictText(one)})`,
  );
  return ['Goals missed in this run:', '', ...named, ...ceilingText(misses, all)];
}

/** What holds the sandbox back where ten times Prism was not reached. */
function ceilingText(misses: readonly Figure[], all: readonly Figure[]): string[] {
  if (!misses.some(({ id }) => id.endsWith('-to-prism') && id.startsWith('serving.'))) return [];
  const range = (ending: string) =>
    rangeText(all.filter(({ id }) => id.endsWith(ending)).map(({ value }) => value));
  return [
    '',
    `Ten times Prism leaves next to nothing for work of our own: a bare \`node:http\` server, which looks at nothing and sends ready bytes, was ${range('.node-to-prism')} times Prism in the same run, and bare Express ${range('.express-to-prism')} times. Beside Prism that makes its answers up, as a sandbox has to, the sandbox in memory was ${range('.memory-to-generating-prism')} times as fast.`,
  ];
}

function rangeText(values: readonly number[]): string {
  return `${numberText(Math.min(...values))} to ${numberText(Math.max(...values))}`;
}

/** A README with the section put between its markers. */
export function withSection(readme: string, section: string): string {
  const [begin, end] = markers.map((marker) => readme.indexOf(marker)) as [number, number];
  if (begin < 0 || end < begin) throw new Error(`README.md lacks the markers ${markers.join(' and ')}`);
  return `${readme.slice(0, begin + markers[0].length)}\n${section}\n${readme.slice(end)}`;
}
