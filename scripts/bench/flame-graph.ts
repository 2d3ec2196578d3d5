import { escaped } from '../../spec/html.ts';

/** A function with the time that was spent in it, alone and with what it called. */
export type Frame = { name: string; self: number; total: number; children: Frame[] };

const WIDTH = 1200;
const ROW = 17;
/** Narrower frames are left out, in pixels. */
const LEAST = 6;
const CHARACTER = 6.2;

/** Our code, packages, Node and the machine, each in a colour of its own. */
function colourOf(name: string): string {
  const place = name.slice(name.indexOf(' ') + 1);
  if (/^(simulator|generators|spec|scripts)\//.test(place)) return '#7cc4a4';
  if (place.startsWith('node:')) return '#a9bdd6';
  return place === '' ? '#d0d4d9' : '#e6c48a';
}

function merged(frames: readonly Frame[]): Frame[] {
  const byName = new Map<string, Frame>();
  for (const { name, self, total, children } of frames) {
    const known = byName.get(name) ?? { name, self: 0, total: 0, children: [] };
    known.self += self;
    known.total += total;
    known.children.push(...children);
    byName.set(name, known);
  }
  return [...byName.values()].sort((a, b) => b.total - a.total);
}

/** A flame graph as an SVG: callers above what they call, as wide as the time that they took; a pointer shows the numbers. */
export function flameGraph(root: Frame, title: string): string {
  const parts: string[] = [];
  let deepest = 0;
  const draw = (frames: readonly Frame[], left: number, depth: number): void => {
    let x = left;
    for (const frame of merged(frames)) {
      const width = (frame.total / root.total) * WIDTH;
      if (width < LEAST) continue;
      deepest = Math.max(deepest, depth);
      const share = ((frame.total / root.total) * 100).toFixed(1);
      const label = frame.name.trim().slice(0, Math.max(0, Math.floor((width - 4) / CHARACTER)));
      parts.push(
        `<g><title>${escaped(frame.name)}: ${share}%</title><rect x="${x.toFixed(1)}" y="${24 + depth * ROW}" width="${width.toFixed(1)}" height="${ROW - 1}" rx="1" fill="${colourOf(frame.name)}"/>${label.length > 3 ? `<text x="${(x + 3).toFixed(1)}" y="${36 + depth * ROW}">${escaped(label)}</text>` : ''}</g>`,
      );
      draw(frame.children, x, depth + 1);
      x += width;
    }
  };
  draw(root.children, 0, 0);
  const height = 30 + (deepest + 1) * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">\n<style>text { font: 10px ui-monospace, monospace; fill: #1b1f24; } .title { font: 600 13px system-ui, sans-serif; }</style>\n<rect width="${WIDTH}" height="${height}" fill="#fff"/>\n<text class="title" x="4" y="16">${escaped(title)}</text>\n${parts.join('\n')}\n</svg>\n`;
}
