import { loadClauses } from '../../spec/clauses.ts';
import { printable } from '../target/printable.ts';
import type { Ledger } from './ledger.ts';

type Paint = Record<'bold' | 'dim' | 'red' | 'green', (text: string) => string>;
type Terminal = { isTTY?: boolean; rows?: number; columns?: number; write(text: string): unknown };

/**
 * Draws the ledger on one screen, again with each call. Where there is no terminal it writes a line for each clause that
 * breaks, and with `counts` one that says how far it is.
 */
export function screen(ledger: Ledger, terminal: Terminal, paint: Paint, counts = false): () => void {
  const clauses = loadClauses().filter(({ passive }) => passive !== undefined);
  const told = new Set<string>();
  let drawn = 0;
  return () => {
    const broken = clauses.filter(({ id }) => (ledger.entry(id)?.broken ?? 0) > 0);
    const line = (id: string): string => {
      const { broken: times = 0, smallest } = ledger.entry(id) ?? {};
      const what = smallest ? `: expected ${smallest.expected}, got ${smallest.actual}` : '';
      return printable(`${id}, ${times} times${what}`)
        .replaceAll('\n', ' ')
        .slice(0, (terminal.columns ?? 100) - 3);
    };
    const { exchanges, deliveries, foreign, unread } = ledger.counts;
    const confirmed = clauses.filter(({ id }) => (ledger.entry(id)?.confirmed ?? 0) > 0).length;
    if (!terminal.isTTY) {
      if (counts)
        terminal.write(
          `watch ${confirmed}/${clauses.length}, ${broken.length} failed exchanges: ${exchanges}, deliveries: ${deliveries}\n`,
        );
      for (const { id } of broken.filter(({ id }) => !told.has(id))) {
        told.add(id);
        terminal.write(`Broken: ${line(id)}\n`);
      }
      return;
    }
    const shown = broken.slice(0, Math.max(1, (terminal.rows ?? 24) - 6));
    const learnt = Object.keys(ledger.profile.points ?? {}).length;
    const lines = [
      paint.bold(`${exchanges} exchanges, ${deliveries} deliveries, ${foreign} foreign, ${unread} unread`),
      `${paint.green(`${confirmed} clauses confirmed`)}, ${paint.red(`${broken.length} broken`)}, ${clauses.length - new Set([...broken.map(({ id }) => id)]).size - confirmed} not seen yet, ${learnt} open points learnt`,
      ...shown.map(({ id }) => paint.red(line(id))),
      ...(broken.length > shown.length ? [paint.dim(`and ${broken.length - shown.length} more`)] : []),
    ];
    // Up to where the last drawing began, and clear from there on.
    terminal.write(`${drawn > 0 ? `\u001b[${drawn}A\u001b[J` : ''}${lines.join('\n')}\n`);
    drawn = lines.length;
  };
}
