import { kinds, relations } from '../generators/people/discrepancy-kinds.ts';
import { dishonestKinds } from '../generators/world/dishonest.ts';
import type { Truth } from '../spec/types.ts';
import { textTable } from './text-table.ts';
import { UsageError } from './usage-error.ts';

/** What a detector says of a user: a kind, a relation, or `fraud` for any. */
export type Verdict = { user_id: string; kind: string };

/** How well the discrepancies of a kind, or all of them, were found. */
type Row = { kind: string; there: number; found: number; alarms: number; precision: number; recall: number };
export type Score = { kinds: Row[]; all: Row; lawful_accused: Record<string, number> };

const HONEST = new Set(['', 'honest', 'lawful', 'none']);

/** The verdicts in a text: JSON, or CSV whose first line names the columns user_id and kind. */
export function readVerdicts(text: string, isUser: (id: string) => boolean): Verdict[] {
  const known = new Set([...dishonestKinds, ...Object.keys(relations), 'fraud']);
  return rowsOf(text).flatMap(({ user_id, kind }, index) => {
    const word = String(kind ?? '').trim();
    if (typeof user_id !== 'string' || !isUser(user_id))
      throw new UsageError(`Verdict ${index + 1}: no user of this world has the id ${user_id}.`);
    if (HONEST.has(word)) return [];
    if (!known.has(word))
      throw new UsageError(
        `Verdict ${index + 1}: ${word} is no kind, no relation and not fraud; payrig truth --kinds lists them.`,
      );
    return { user_id: user_id.toLowerCase(), kind: word };
  });
}

function rowsOf(text: string): { user_id?: unknown; kind?: unknown }[] {
  if (/^\s*[[{]/.test(text)) {
    try {
      const data: unknown = JSON.parse(text);
      if (Array.isArray(data) && data.every((one) => typeof one === 'object' && one !== null)) return data;
    } catch {}
    throw new UsageError('The verdicts are not a JSON list of objects with user_id and kind.');
  }
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const columns = head.split(',').map((name) => name.trim());
  if (!columns.includes('user_id') || !columns.includes('kind'))
    throw new UsageError('The first line of the verdicts must name the columns user_id and kind.');
  return lines.map((line) => {
    const cells = line.split(',').map((cell) => cell.trim());
    return { user_id: cells[columns.indexOf('user_id')], kind: cells[columns.indexOf('kind')] };
  });
}

/** Whether a verdict speaks of a kind: it names it, its relation, or anything. */
const means = ({ kind }: Verdict, meant: string): boolean =>
  kind === 'fraud' || kind === meant || kind === kinds[meant]?.relation;

export function score(odd: readonly Truth[], verdicts: readonly Verdict[]): Score {
  const truths = new Map(odd.map((truth) => [truth.user_id, truth]));
  const kindsOf = (id: string) => truths.get(id)?.discrepancies.map(({ kind }) => kind) ?? [];
  const isRight = (verdict: Verdict) => kindsOf(verdict.user_id).some((kind) => means(verdict, kind));
  const row = (kind: string, about: readonly Verdict[], meant: readonly string[]): Row => {
    const there = odd.flatMap(({ user_id, discrepancies }) =>
      discrepancies.filter((one) => meant.includes(one.kind)).map((one) => ({ user_id, kind: one.kind })),
    );
    const found = there.filter((one) =>
      about.some((verdict) => verdict.user_id === one.user_id && means(verdict, one.kind)),
    ).length;
    const alarms = new Set(about.filter((verdict) => !isRight(verdict)).map(({ user_id }) => user_id)).size;
    const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
    return {
      ...{ kind, there: there.length, found, alarms },
      precision: share(found, found + alarms),
      recall: share(found, there.length),
    };
  };
  const lawful_accused: Record<string, number> = {};
  for (const user_id of new Set(verdicts.filter((one) => !isRight(one)).map((one) => one.user_id)))
    for (const { kind } of truths.get(user_id)?.lawful ?? [])
      lawful_accused[kind] = (lawful_accused[kind] ?? 0) + 1;
  return {
    kinds: dishonestKinds.map((kind) =>
      row(
        kind,
        // A verdict that names no kind is a false alarm of all of them together.
        verdicts.filter((one) => means(one, kind) && (one.kind !== 'fraud' || isRight(one))),
        [kind],
      ),
    ),
    all: row('all', verdicts, dishonestKinds),
    lawful_accused,
  };
}

export function scoreAsText({ kinds, all, lawful_accused }: Score, width: number): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const rows = [...kinds, all].map(({ kind, there, found, alarms, precision, recall }) => [
    kind,
    ...[there, found, alarms].map(String),
    found + alarms === 0 ? 'none accused' : percent(precision),
    there === 0 ? 'none there' : percent(recall),
  ]);
  const accused = Object.entries(lawful_accused).map(([kind, count]) => `${kind} (${count})`);
  const table = textTable(['KIND', 'THERE', 'FOUND', 'FALSE ALARMS', 'PRECISION', 'RECALL'], rows, width);
  return `${table}${accused.length > 0 ? `Lawful cases that were accused: ${accused.join(', ')}.\n` : ''}`;
}
