import { type Machine, machineText } from '../../bench/machine.ts';
import { soakLines } from './soak-kinds.ts';

/** What came of one kind of trouble: what was tried, and how much of it went wrong. */
export type SoakRow = {
  name: string;
  tried: Readonly<Record<string, number | string>>;
  lost: number;
  seconds: number;
};

/** A run of all kinds, as docs/figures/soak.json keeps it. */
export type SoakRecord = { madeAt: string; seed: number; machine: Machine; rows: readonly SoakRow[] };

export const soakMarkers = ['<!-- soak: begin (written by npm run soak) -->', '<!-- soak: end -->'] as const;

/** What a kind tried, in words: `50 kills, 5,312 changes acknowledged`. */
export const triedText = (tried: SoakRow['tried']): string =>
  Object.entries(tried)
    .map(([what, figure]) =>
      typeof figure === 'number' ? `${figure.toLocaleString('en-GB')} ${what}` : `${what}: ${figure}`,
    )
    .join(', ');

/** What a run tried and what was lost, for docs/figures/faults.md. */
export function soakSection(record: SoakRecord | undefined): string {
  if (record === undefined)
    return '`npm run soak` writes its counts here; a whole run on a quiet machine is yet to be made.';
  const { madeAt, seed, machine, rows } = record;
  const told = Object.entries(soakLines).map(([title, kinds]) => {
    const parts = Object.entries(kinds).flatMap(([kind, { told: words }]) => {
      const row = rows.find(({ name }) => name === kind);
      return row ? [`${words} (${triedText(firstOf(row.tried))})${lostText(row.lost)}`] : [];
    });
    return `- **${title}:** ${parts.join('; ')}.`;
  });
  const lost = rows.reduce((sum, row) => sum + row.lost, 0);
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  return [
    ...told,
    '',
    `Lost: ${lost === 0 ? 'nothing' : `${problemsText(lost)}, which the run tells`}. Made by \`npm run soak\` on ${madeAt.slice(0, 10)} in ${Math.round(seconds / 60)} minutes, seed ${seed}: ${machineText(machine)}.`,
  ].join('\n');
}

/** The first three figures of a kind: the rest is in the record. */
const firstOf = (tried: SoakRow['tried']): SoakRow['tried'] =>
  Object.fromEntries(
    Object.entries(tried)
      .filter(([, figure]) => typeof figure === 'number')
      .slice(0, 3),
  );

export const problemsText = (lost: number): string => `${lost} problem${lost === 1 ? '' : 's'}`;

const lostText = (lost: number): string => (lost === 0 ? '' : `, **${problemsText(lost)}**`);
