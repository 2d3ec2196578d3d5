import type { ClauseResult, RunResult } from '../result.ts';

/** A run in plain text: a line for each area, then every failure with all that is needed to see it again. */
export function plainReport(result: RunResult): string {
  if (result.stopped !== undefined && result.totals.judged === 0) return result.stopped;
  const asked = result.clauses.filter(({ skip }) => skip?.kind !== 'not-selected');
  const areas = [...new Set(asked.map(({ area }) => area))];
  const width = Math.max(...areas.map((area) => area.length));
  const lines = areas.map((area) =>
    areaLine(
      area.padEnd(width),
      asked.filter((one) => one.area === area),
    ),
  );
  const failed = result.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const { defined, unknown } = countPoints(result);
  return [
    ...lines,
    '',
    ...failed.flatMap((clause) => [...failureLines(clause), '']),
    `${defined} open points are defined, ${unknown} unknown.`,
    ...result.leftovers.map((text) => `Left behind: ${text}.`),
    `${result.summary} (${(result.durationMs / 1000).toFixed(1)} s, ${result.requests} requests, seed ${result.seed})`,
  ].join('\n');
}

function countPoints({ points }: RunResult): { defined: number; unknown: number } {
  const defined = points.filter(({ verdict }) => verdict === 'defined').length;
  return { defined, unknown: points.length - defined };
}

function areaLine(area: string, clauses: readonly ClauseResult[]): string {
  const count = (verdict: string): number => clauses.filter((one) => one.verdict === verdict).length;
  const parts = ['pass', 'fail', 'skip', 'error'].filter((verdict) => count(verdict) > 0);
  return `${area}  ${parts.map((verdict) => `${count(verdict)} ${verdict}`).join(', ')}`;
}

function failureLines({ clause, statement, failure, error, baseline }: ClauseResult): string[] {
  const head = `${error ? 'ERROR' : 'FAIL'} ${clause}${baseline === 'known' ? ' (known)' : ''}`;
  if (error) return [head, `  ${statement}`, `  ${error.stack ?? error.message}`];
  if (!failure) return [head];
  const { expected, actual, counterexample, exchange, replay } = failure;
  return [
    head,
    `  ${statement}`,
    `  expected  ${expected}`,
    `  actual    ${actual}`,
    ...(counterexample === undefined ? [] : [`  with      ${counterexample}`]),
    ...(exchange
      ? [`  request   ${exchange.curl}`, `  response  ${exchange.status} ${exchange.responseBody}`]
      : []),
    `  again     --replay '${replay}'`,
  ];
}
