import { day, moment } from './text.ts';

/** Something that happened, in the lane of its kind; `size` is above 0 and at most 1. */
export type Mark = { at: string; lane: string; about: string; size?: number };

const [WIDTH, LANE, LEFT] = [1000, 26, 150];

/** A dot for each mark, from the first to the last of them. */
export function Timeline({ marks, label }: { marks: readonly Mark[]; label: string }) {
  if (marks.length === 0) return null;
  const lanes = [...new Set(marks.map(({ lane }) => lane))];
  const times = marks.map(({ at }) => Date.parse(at)).sort((a, b) => a - b);
  const [first, last] = [times[0]!, times.at(-1)!];
  const x = (at: string): number =>
    LEFT + ((Date.parse(at) - first) / (last - first || 1)) * (WIDTH - LEFT - 20);
  const [from, to] = [first, last].map((time) => new Date(time).toISOString());
  const shown = day(from) === day(to) ? moment : day;
  const bottom = lanes.length * LANE + 16;
  return (
    <svg class="timeline" viewBox={`0 0 ${WIDTH} ${bottom + 8}`} role="img" aria-label={label}>
      {lanes.map((lane, index) => (
        <g key={lane} transform={`translate(0 ${index * LANE + 14})`}>
          <text y={4}>{lane}</text>
          <line x1={LEFT} x2={WIDTH} />
        </g>
      ))}
      {marks.map(({ at, lane, about, size = 1 }, index) => (
        <circle key={index} cx={x(at)} cy={lanes.indexOf(lane) * LANE + 14} r={2 + 4 * size}>
          <title>{`${moment(at)}: ${about}`}</title>
        </circle>
      ))}
      <text x={LEFT} y={bottom}>
        {shown(from)}
      </text>
      <text x={WIDTH} y={bottom} text-anchor="end">
        {shown(to)}
      </text>
    </svg>
  );
}
