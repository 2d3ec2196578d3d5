import { escaped } from '../../spec/html.ts';
import { type Machine, machineText } from '../figures/machine.ts';
import { withSection } from '../figures/with-section.ts';
import { readYaml } from '../terminal/read-yaml.ts';
import { type Figure, numberText, type Section, shortfall, textsOf } from './figure.ts';

export type Results = {
  madeAt: string;
  command: string;
  minutes: number;
  machine: Machine;
  sections: readonly Section[];
};

type Bar = { label: string; id: string; kind: 'ours' | 'other'; unit?: string };
type Group = { title: string; note: string; bars: readonly Bar[] };
type Chart = { shown: string[]; ofReplica: string[]; groups: Group[] };

/** What the page shows first, what the guide tells of one replica, and the groups of bars of the chart. */
const { shown, ofReplica, groups }: Chart = readYaml(import.meta.url, './chart.yaml');

const marks = (name: string) =>
  [`<!-- ${name}: begin (written by npm run bench) -->`, `<!-- ${name}: end -->`] as const;

export const withFigures = (page: string, results: Results): string =>
  withSection(page, figuresPage(results), marks('figures'));

export function withCapacity(page: string, results: Results): string {
  const figures = figuresIn(results).filter(({ id }) => ofReplica.includes(id));
  const lines = [...figures.map((one) => `- **${one.title}**: ${textsOf(one).value}`), '', madeText(results)];
  return withSection(page, lines.join('\n'), marks('capacity'));
}

export function figuresPage(results: Results): string {
  const rowOf = (figure: Figure): string[] => [figure.title, ...Object.values(textsOf(figure))];
  // Without the spread.
  const summary = figuresIn(results)
    .filter(({ id }) => shown.includes(id))
    .map((figure) => rowOf(figure).toSpliced(2, 1));
  const parts = results.sections.flatMap(({ title, about, figures }) => [
    ...[`### ${title}`, '', about, ''],
    ...table(['figure', 'median', 'lowest and highest', 'floor', ''], figures.map(rowOf)),
    '',
  ]);
  const head = ['![How the sandbox compares](bench.svg)', ''];
  const shortTable = table(['figure', 'median', 'floor', ''], summary);
  const made = ['', madeText(results), '', ...missesText(figuresIn(results)), ''];
  return [...head, ...shortTable, ...made, ...parts].join('\n').trimEnd();
}

const figuresIn = ({ sections }: Pick<Results, 'sections'>): Figure[] =>
  sections.flatMap(({ figures }) => figures);

const madeText = ({ command, madeAt, machine }: Results): string =>
  `Made by \`${command}\` on ${madeAt.slice(0, 10)}: ${machineText(machine)}. Contestants take turns within each round; a figure is the median of the rounds.`;

function missesText(figures: readonly Figure[]): string[] {
  const misses = figures.filter((one) => shortfall(one) !== undefined);
  if (misses.length === 0) return ['Every floor was reached in this run.'];
  const lines = misses.map((one) => {
    const { value, goal, verdict } = textsOf(one);
    return `- ${one.title}: ${value} instead of ${goal} (${verdict})`;
  });
  return ['Missed in this run:', '', ...lines];
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [heads, heads.map((_, at) => (at === 1 ? '---:' : '---')), ...rows].map((row) => `| ${row.join(' | ')} |`);

const width = 760;
const labelWidth = 190;

/** Grey text and two hues that stand out on white and on black; no background, so that either shows through. */
const style = `
  text { font: 13px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #57606a; }
  .title { font-weight: 600; font-size: 14px; fill: #24292f; }
  .ours { fill: #1f7a5c; } .other { fill: #b3bac2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #9aa4ae; } .title { fill: #e6edf3; }
    .ours { fill: #3fb68b; } .other { fill: #515b66; }
  }`;

/** The groups as bars, one below the other; a figure that was not measured has none. */
export function chart(sections: readonly Section[]): string {
  const values = new Map(figuresIn({ sections }).map(({ id, value }) => [id, value]));
  const parts: string[] = [];
  let y = 16;
  for (const { title, note, bars } of groups) {
    const measured = bars.flatMap((bar) => {
      const value = values.get(bar.id);
      return value === undefined ? [] : [{ ...bar, value }];
    });
    if (measured.length === 0) continue;
    const most = Math.max(...measured.map(({ value }) => value));
    parts.push(
      `<text class="title" x="0" y="${y + 12}">${escaped(title)}<tspan dx="8" font-weight="400" font-size="12">${escaped(note)}</tspan></text>`,
    );
    y += 22;
    for (const { label, value, unit = '', kind } of measured) {
      const length = Math.max(2, (value / most) * (width - labelWidth - 110));
      parts.push(
        `<text x="${labelWidth - 8}" y="${y + 14}" text-anchor="end">${escaped(label)}</text>`,
        `<rect class="${kind}" x="${labelWidth}" y="${y}" width="${length.toFixed(1)}" height="18" rx="2"/>`,
        `<text x="${(labelWidth + length + 6).toFixed(1)}" y="${y + 14}">${escaped(numberText(value) + unit)}</text>`,
      );
      y += 24;
    }
    y += 24;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-label="Figures of the benchmark">\n<style>${style}\n</style>\n${parts.join('\n')}\n</svg>\n`;
}
