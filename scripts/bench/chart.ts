import type { Figure, Section } from './figure.ts';
import { numberText } from './numbers.ts';

type Bar = { label: string; value: number; text: string; kind: 'ours' | 'other' };
type Group = { title: string; note: string; bars: readonly Bar[] };

const width = 760;
const labelWidth = 190;
const barHeight = 18;
const rowHeight = 24;
const groupGap = 30;
const top = 16;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Grey text and two hues that stand out on white and on black; no background, so that either shows through. */
const style = `
  text { font: 13px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #57606a; }
  .title { font-weight: 600; font-size: 14px; fill: #24292f; }
  .ours { fill: #1f7a5c; } .other { fill: #b3bac2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #9aa4ae; } .title { fill: #e6edf3; }
    .ours { fill: #3fb68b; } .other { fill: #515b66; }
  }`;

/** The comparisons of a run as horizontal bars. */
export function chart(sections: readonly Section[]): string {
  const groups = groupsOf(sections.flatMap(({ figures }) => figures));
  const parts: string[] = [];
  let y = top;
  for (const { title, note, bars } of groups) {
    parts.push(
      `<text class="title" x="0" y="${y + 12}">${escaped(title)}<tspan dx="8" font-weight="400" font-size="12">${escaped(note)}</tspan></text>`,
    );
    y += 22;
    const most = Math.max(...bars.map(({ value }) => value));
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

function groupsOf(figures: readonly Figure[]): Group[] {
  const found = (id: string) => figures.find((figure) => figure.id === id);
  const bar = (label: string, id: string, kind: Bar['kind'], unit = ''): Bar[] => {
    const figure = found(id);
    return figure ? [{ label, value: figure.value, text: `${numberText(figure.value)}${unit}`, kind }] : [];
  };
  const served = (key: string): Bar[] => [
    ...bar('Payrig, in memory', `serving.${key}.memory`, 'ours'),
    ...bar('Payrig, on files', `serving.${key}.files`, 'ours'),
    ...bar('bare Express 5', `serving.${key}.express`, 'other'),
    ...bar('Prism', `serving.${key}.prism`, 'other'),
  ];
  const groups: Group[] = [
    { title: 'A page of users', note: 'requests a second, more is better', bars: served('list') },
    { title: 'An expenditure estimate', note: 'requests a second, more is better', bars: served('estimate') },
    { title: 'A PATCH of a user', note: 'requests a second, more is better', bars: served('patch') },
    {
      title: 'Start to first answer',
      note: 'milliseconds, less is better',
      bars: [
        ...bar('Payrig, the package', 'start.built', 'ours', ' ms'),
        ...bar('Payrig, a clone', 'start.sandbox', 'ours', ' ms'),
        ...bar('Prism', 'start.prism', 'other', ' ms'),
      ],
    },
    {
      title: 'Webhooks, signed and encrypted',
      note: 'deliveries a second, more is better',
      bars: [
        ...bar('Payrig, in memory', 'webhooks.memory', 'ours'),
        ...bar('Payrig, on files', 'webhooks.files', 'ours'),
        ...bar('bare loop of POSTs', 'webhooks.bare', 'other'),
      ],
    },
    {
      title: 'PATCHes on one PostgreSQL',
      note: 'requests a second, more is better',
      bars: [
        ...bar('Payrig, 1 replica', 'replicas.patch.1', 'ours'),
        ...bar('Payrig, 2 replicas', 'replicas.patch.2', 'ours'),
        ...bar('Payrig, 3 replicas', 'replicas.patch.3', 'ours'),
        ...bar('bare loop of transactions', 'replicas.bare', 'other'),
      ],
    },
  ];
  return groups.filter(({ bars }) => bars.length > 0);
}
