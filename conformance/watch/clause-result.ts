import { areaOf, type Clause, type Level } from '../../spec/clauses.ts';
import type { ClauseResult, FailureReport } from '../judgement/result.ts';
import { byLevel } from '../judgement/verdicts.ts';
import type { components } from './generated/files.ts';

/** What is known of one clause, as files.schema.json says and explains. */
export type Entry = components['schemas']['entry'];

export function clauseResult(clause: Clause, entry?: Entry, failOn?: Level): ClauseResult {
  const { id, level, why, section, places, statement, operations, webhooks, passive } = clause;
  const judged = (entry?.confirmed ?? 0) + (entry?.broken ?? 0);
  const failing = entry !== undefined && entry.broken > 0;
  return {
    clause: id,
    area: areaOf(id),
    ...{ section, places, level, why, statement, operations, webhooks },
    needs: [],
    verdict: byLevel(failing ? 'fail' : judged > 0 ? 'pass' : 'skip', level, failOn),
    evidence: judged > 0 ? { path: 'watched' } : undefined,
    seen: entry && judged > 0 ? seenOf(entry) : undefined,
    skip: judged > 0 ? undefined : skipOf(passive),
    failure: failing ? failureOf(id, entry) : undefined,
    durationMs: 0,
    requests: judged,
    runs: judged,
  };
}

const instant = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();

const seenOf = ({ confirmed, broken, first, ...entry }: Entry): ClauseResult['seen'] => ({
  ...{ confirmed, broken },
  lastConfirmed: instant(entry.lastConfirmed),
  firstBroken: instant(first?.at),
  lastBroken: instant(entry.lastBroken),
  keptSince: instant(entry.keptSince),
});

const skipOf = (passive: string | undefined): ClauseResult['skip'] => ({
  kind: passive === undefined ? 'no-check' : 'not-seen',
  message: passive === undefined ? 'traffic alone does not show it' : 'nothing that passed shows it',
  missing: [],
  enable: [passive ?? 'payrig check judges what traffic alone does not show'],
});

export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Whether a clause is still broken, as far as what passed shows: "broken on Monday, kept since Tuesday". */
function historyOf({ confirmed, broken, first, lastBroken, keptSince, confirmedSince = 0 }: Entry): string {
  const earlier = first && lastBroken !== first.at ? ` for the first time at ${instant(first.at)},` : '';
  const last = lastBroken === undefined ? '' : `,${earlier} for the last time at ${instant(lastBroken)}`;
  const since =
    keptSince === undefined
      ? 'It was not seen kept since.'
      : `It has been kept since ${instant(keptSince)}, ${times(confirmedSince)}.`;
  return `It was broken ${times(broken)}${last}, and kept ${times(confirmed)}. ${since}`;
}

function failureOf(clause: string, entry: Entry): FailureReport {
  const shown = entry.smallest ?? entry.first;
  return {
    expected: shown?.expected ?? 'the clause to be kept',
    actual: shown?.actual ?? 'no example was kept',
    exchange: shown?.exchange,
    diagnosis: [historyOf(entry)],
    steps: shown?.exchange ? [{ kind: 'request', exchange: shown.exchange }] : [],
    seed: 0,
    replay: '',
    again: `payrig check URL --only ${clause}`,
  };
}
