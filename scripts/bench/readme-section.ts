import {
  type Figure,
  goalText,
  type Section,
  shortfall,
  spreadText,
  valueText,
  verdictText,
} from './figure.ts';
import { type Machine, machineText } from './machine.ts';

/** One run of the benchmark, as `docs/figures/bench.json` keeps it. */
export type Results = {
  madeAt: string;
  command: string;
  minutes: number;
  machine: Machine;
  sections: readonly Section[];
};

const markers = ['<!-- figures: begin (written by npm run bench) -->', '<!-- figures: end -->'] as const;

/** The figures that the page shows first: those with a floor, and how long the suite takes. */
const shown: readonly string[] = [
  'serving.list.memory-to-express',
  'serving.read.memory-to-express',
  'serving.estimate.memory-to-express',
  'serving.patch.files-to-express',
  'replicas.patch-to-bare',
  'webhooks.memory-to-bare',
  'start.built-to-prism',
  'start.sandbox-to-prism',
  'growth.memory.patch-of-anybody',
  'growth.files.patch-of-anybody',
  'growth.postgresql.patch-of-anybody',
  'watch.latency',
  'watch.throughput',
  'watch.judging',
  'watch.memory',
  'suite.wall',
];

/** The page of a run, for docs/figures: the chart, the figures with a floor, then every comparison. */
export function figuresPage(results: Results): string {
  const summary = figuresIn(results)
    .filter(({ id }) => shown.includes(id))
    .map((figure) => [
      figure.title,
      valueText(figure),
      goalText(figure.goal, figure.unit),
      verdictText(figure),
    ]);
  const parts = results.sections.flatMap(({ title, about, figures }) => [
    `### ${title}`,
    '',
    about,
    '',
    ...table(
      ['figure', 'median', 'lowest and highest', 'floor', ''],
      figures.map((one) => [
        one.title,
        valueText(one),
        spreadText(one),
        goalText(one.goal, one.unit),
        verdictText(one),
      ]),
    ),
    '',
  ]);
  return [
    '![How the sandbox compares](bench.svg)',
    '',
    ...table(['figure', 'median', 'floor', ''], summary),
    '',
    madeText(results),
    '',
    ...missesText(figuresIn(results)),
    '',
    ...parts,
  ]
    .join('\n')
    .trimEnd();
}

const figuresIn = ({ sections }: Results): Figure[] => sections.flatMap(({ figures }) => figures);

const madeText = ({ command, madeAt, machine }: Results): string =>
  `Made by \`${command}\` on ${madeAt.slice(0, 10)}: ${machineText(machine)}. Contestants take turns within each round; a figure is the median of the rounds.`;

function missesText(figures: readonly Figure[]): string[] {
  const misses = figures.filter((one) => shortfall(one) !== undefined);
  if (misses.length === 0) return ['Every floor was reached in this run.'];
  return [
    'Missed in this run:',
    '',
    ...misses.map(
      (one) =>
        `- ${one.title}: ${valueText(one)} instead of ${goalText(one.goal, one.unit)} (${verdictText(one)})`,
    ),
  ];
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [heads, heads.map((_, at) => (at === 1 ? '---:' : '---')), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );

export function withSection(
  document: string,
  section: string,
  marks: readonly [string, string] = markers,
): string {
  const begin = document.indexOf(marks[0]);
  const end = document.indexOf(marks[1]);
  if (begin < 0 || end < begin) throw new Error(`The markers ${marks.join(' and ')} are missing`);
  return `${document.slice(0, begin + marks[0].length)}\n${section}\n${document.slice(end)}`;
}
