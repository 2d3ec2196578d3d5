import { Help } from 'commander';

const GAP = '  ';
const help = Object.assign(new Help(), { minWidthToWrap: 0 });

export const wrapped = (text: string, width: number): string[] => help.boxWrap(text, width).split('\n');

/** Sets rows in aligned columns under a heading; the last column is broken into lines where it is too long. */
export function textTable(heading: readonly string[], rows: readonly (readonly string[])[], width = 120) {
  const last = heading.length - 1;
  const all = [heading, heading.map((title) => '-'.repeat(title.length)), ...rows];
  const cells = all.map((row) => row.map((cell) => cell.split('\n')));
  const widths = heading.map((_, column) =>
    column === last ? 0 : Math.max(...cells.flatMap((row) => row[column]!.map((line) => line.length))),
  );
  const taken = widths.slice(0, last).reduce((sum, each) => sum + each + GAP.length, 0);
  const room = Math.max(30, width - taken);
  const lines = cells.flatMap((row) => {
    const columns = [...row.slice(0, last), wrapped(row[last]!.join('\n'), room)];
    const height = Math.max(...columns.map((column) => column.length));
    return Array.from({ length: height }, (_, line) =>
      columns
        .map((column, index) => (column[line] ?? '').padEnd(widths[index]!))
        .join(GAP)
        .trimEnd(),
    );
  });
  return `${lines.join('\n')}\n`;
}
