import type { Run } from '../../spec/types.ts';
import { lessonsOf } from '../judgement/lessons.ts';
import { clipped, printable } from '../target/printable.ts';
import type { Ledger } from './ledger.ts';

type Paint = Record<'bold' | 'dim' | 'red' | 'green', (text: string) => string>;
type Terminal = { isTTY?: boolean; rows?: number; columns?: number; write(text: string): unknown };

/** What a screen and the console's page Watch show of a ledger. */
type LedgerView = NonNullable<NonNullable<Run['progress']>['watch']>;

function viewOf(ledger: Ledger): LedgerView {
  const clauses = ledger.report('').clauses.filter(({ skip }) => skip?.kind !== 'no-check');
  return {
    confirmed: clauses.filter(({ seen }) => seen && seen.confirmed > 0).length,
    clauses: clauses.length,
    broken: clauses.flatMap(({ clause, seen, failure }) => {
      if (!seen || !failure) return [];
      const { broken: times, firstBroken: first, lastBroken: last, keptSince: kept_since } = seen;
      const detail = clipped(`expected ${failure.expected}, got ${failure.actual}`, 300);
      return [{ clause, times, first, last, kept_since, detail }];
    }),
    lessons: lessonsOf(clauses),
    timeline: ledger.timeline.spans,
  };
}

/** Shows anew with each call what broke, is confirmed and would teach most: in place on a terminal, else a line for each break. */
export function screen(
  ledger: Ledger,
  terminal: Terminal,
  paint: Paint,
  options: { readonly progress: boolean; readonly progressJson: boolean },
): () => void {
  const told = new Set<string>();
  let drawn = 0;
  let latest = '';
  return () => {
    const { exchanges, deliveries, foreign, unread } = ledger.counts;
    const counts = JSON.stringify(ledger.counts);
    if (counts === latest) return;
    latest = counts;
    const view = viewOf(ledger);
    const { confirmed, clauses, broken, lessons } = view;
    const room = (terminal.columns ?? 100) - 3;
    const line = (text: string): string => printable(text).replaceAll('\n', ' ').slice(0, room);
    const brokenLine = ({ clause, times, kept_since, detail }: LedgerView['broken'][number]): string =>
      line(`${clause}, ${times} times${kept_since ? `, kept since ${kept_since}` : ''}: ${detail}`);
    if (!terminal.isTTY) {
      const text = `watch ${confirmed}/${clauses}, ${broken.length} failed exchanges: ${exchanges}, deliveries: ${deliveries}`;
      if (options.progress) terminal.write(`${text}\n`);
      if (options.progressJson) terminal.write(`${text} ${JSON.stringify(view)}\n`);
      for (const one of broken.filter(({ clause }) => !told.has(clause))) {
        told.add(one.clause);
        terminal.write(`Broken: ${brokenLine(one)}\n`);
      }
      return;
    }
    const shown = broken.slice(0, Math.max(1, (terminal.rows ?? 24) - 12));
    const learnt = Object.keys(ledger.profile.points ?? {}).length;
    const lines = [
      paint.bold(`${exchanges} exchanges, ${deliveries} deliveries, ${foreign} foreign, ${unread} unread`),
      `${paint.green(`${confirmed} clauses confirmed`)}, ${paint.red(`${broken.length} broken`)}, ${learnt} open points learnt`,
      ...shown.map((one) => paint.red(brokenLine(one))),
      ...(broken.length > shown.length ? [paint.dim(`and ${broken.length - shown.length} more`)] : []),
      ...(lessons.length > 0 ? [paint.dim('would teach most:')] : []),
      ...lessons.map((one) => paint.dim(line(`${one.clauses} clauses: ${one.request}: ${one.such[0]}`))),
    ];
    // Up to where the last drawing began, and clear from there on.
    terminal.write(`${drawn > 0 ? `\u001b[${drawn}A\u001b[J` : ''}${lines.join('\n')}\n`);
    drawn = lines.length;
  };
}
