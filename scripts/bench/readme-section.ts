import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { escaped } from '../../spec/html.ts';
import { type Machine, machineText } from '../figures/machine.ts';
import { withSection } from '../figures/with-section.ts';
import { type Figure, numberText, type Section, shortfall, textsOf } from './figure.ts';

export type Results = {
  madeAt: string;
  command: string;
  minutes: number;
  machine: Machine;
  sections: readonly Section[];
};

const markers = ['<!-- figures: begin (written by npm run bench) -->', '<!-- figures: end -->'] as const;

export const withFigures = (page: string, results: Results): string =>
  withSection(page, figuresPage(results), markers);

const ofReplica = ['replicas.list.1', 'replicas.patch.1', 'replicas.deliveries'].concat(
  ['first-page', 'patch-of-anybody'].map((name) => `growth.postgresql.${name}`),
);

export function withCapacity(page: string, results: Results): string {
  const figures = figuresIn(results).filter(({ id }) => ofReplica.includes(id));
  const lines = [...figures.map((one) => `- **${one.title}**: ${textsOf(one).value}`), '', madeText(results)];
  return withSection(page, lines.join('\n'), [
    markers[0].replace('figures', 'capacity'),
    '<!-- capacity: end -->',
  ]);
}

export function figuresPage(results: Results): string {
  const rowOf = (figure: Figure): string[] => [figure.title, ...Object.values(textsOf(figure))];
  // Without the spread.
  const summary = figuresIn(results)
    .filter(({ id }) => shown.includes(id))
    .map((figure) => rowOf(figure).toSpliced(2, 1));
  const parts = results.sections.flatMap(({ title, about, figures }) => [
    `### ${title}`,
    '',
    about,
    '',
    ...table(['figure', 'median', 'lowest and highest', 'floor', ''], figures.map(rowOf)),
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
    ...misses.map((one) => {
      const { value, goal, verdict } = textsOf(one);
      return `- ${one.title}: ${value} instead of ${goal} (${verdict})`;
    }),
  ];
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [heads, heads.map((_, at) => (at === 1 ? '---:' : '---')), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );

type Bar = { label: string; value: number; text: string; kind: 'ours' | 'other' };
/** Bars, or a curve through what is ours beside a line at the height of what is not. */
type Group = { title: string; note: string; bars: readonly Bar[]; isCurve?: true };

type ListedBar = Pick<Bar, 'label' | 'kind'> & { id: string; unit?: string };

type ListedGroup = Omit<Group, 'bars'> & { bars: readonly ListedBar[] };

const { shown, groups: listedGroups }: { shown: string[]; groups: ListedGroup[] } = parse(
  readFileSync(new URL('./chart.yaml', import.meta.url), 'utf8'),
);

const width = 760;
const labelWidth = 190;
const barHeight = 18;
const rowHeight = 24;
const groupGap = 30;
const curveHeight = 110;
const top = 16;

/** Grey text and two hues that stand out on white and on black; no background, so that either shows through. */
const style = `
  text { font: 13px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #57606a; }
  .title { font-weight: 600; font-size: 14px; fill: #24292f; }
  .ours { fill: #1f7a5c; } .other { fill: #b3bac2; }
  path.ours, path.other { fill: none; stroke-width: 2; }
  path.ours { stroke: #1f7a5c; } path.other { stroke: #b3bac2; stroke-dasharray: 4; }
  @media (prefers-color-scheme: dark) {
    text { fill: #9aa4ae; } .title { fill: #e6edf3; }
    .ours { fill: #3fb68b; } .other { fill: #515b66; }
    path.ours { stroke: #3fb68b; } path.other { stroke: #515b66; }
  }`;

export function chart(sections: readonly Section[]): string {
  const groups = groupsOf(sections.flatMap(({ figures }) => figures));
  const parts: string[] = [];
  let y = top;
  for (const { title, note, bars, isCurve } of groups) {
    parts.push(
      `<text class="title" x="0" y="${y + 12}">${escaped(title)}<tspan dx="8" font-weight="400" font-size="12">${escaped(note)}</tspan></text>`,
    );
    y += 22;
    const most = Math.max(...bars.map(({ value }) => value));
    if (isCurve) {
      parts.push(...curve(bars, most, y));
      y += curveHeight + groupGap;
      continue;
    }
    for (const { label, value, text, kind } of bars) {
      const length = Math.max(2, (value / most) * (width - labelWidth - 110));
      parts.push(
        `<text x="${labelWidth - 8}" y="${y + 14}" text-anchor="end">${escaped(label)}</text>`,
        `<rect class="${kind}" x="${labelWidth}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="2"/>`,
        `<text x="${(labelWidth + length + 6).toFixed(1)}" y="${y + 14}">${escaped(text)}</text>`,
      );
      y += rowHeight;
    }
    y += groupGap - rowHeight + barHeight;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-label="Figures of the benchmark">\n<style>${style}\n</style>\n${parts.join('\n')}\n</svg>\n`;
}

/** Ours from left to right, each with its label below and its value above; others as a line across. */
function curve(bars: readonly Bar[], most: number, top: number): string[] {
  const ours = bars.filter(({ kind }) => kind === 'ours');
  const step = (width - labelWidth - 110) / Math.max(1, ours.length - 1);
  const heightOf = (value: number) => top + 20 + (1 - value / most) * (curveHeight - 50);
  const points = ours.map(({ value }, at) => `${labelWidth + at * step},${heightOf(value).toFixed(1)}`);
  return [
    ...bars
      .filter(({ kind }) => kind === 'other')
      .flatMap(({ label, value, text }) => {
        const y = heightOf(value);
        return [
          `<path class="other" d="M${labelWidth},${y.toFixed(1)}H${width - 110}"/>`,
          `<text x="${labelWidth - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end">${escaped(`${label}: ${text}`)}</text>`,
        ];
      }),
    `<path class="ours" d="M${points.join('L')}"/>`,
    ...ours.flatMap(({ label, value, text }, at) => {
      const [x, y] = [labelWidth + at * step, heightOf(value)];
      return [
        `<circle class="ours" cx="${x}" cy="${y.toFixed(1)}" r="4"/>`,
        `<text x="${x}" y="${(y - 9).toFixed(1)}" text-anchor="middle">${escaped(text)}</text>`,
        `<text x="${x}" y="${top + curveHeight}" text-anchor="middle">${escaped(label)}</text>`,
      ];
    }),
  ];
}

function groupsOf(figures: readonly Figure[]): Group[] {
  const values = new Map(figures.map(({ id, value }) => [id, value]));
  return listedGroups
    .map(({ bars, ...group }) => ({
      ...group,
      bars: bars.flatMap(({ id, unit = '', ...bar }): Bar[] => {
        const value = values.get(id);
        return value === undefined ? [] : [{ ...bar, value, text: `${numberText(value)}${unit}` }];
      }),
    }))
    .filter(({ bars }) => bars.length > 0);
}
