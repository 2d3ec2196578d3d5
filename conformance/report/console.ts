import { printableValue } from '../printable.ts';
import {
  type ClauseResult,
  placeText,
  type ReportedStep,
  type RunResult,
  type SkipReason,
  type Verdict,
} from '../result.ts';
import { evidenceLines } from './evidence.ts';
import { stepLine } from './step-line.ts';
import { wrapped } from './wrapped.ts';

/** Colours for a terminal; each leaves its text alone where nobody looks at one. */
export type Paint = Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>;

const plain: Paint = {
  bold: (text) => text,
  dim: (text) => text,
  red: (text) => text,
  green: (text) => text,
  yellow: (text) => text,
  cyan: (text) => text,
};

export type ConsoleOptions = { paint?: Paint; columns?: number };

/** How much of an answer a terminal is shown; the written reports have all of it. */
const shownOfAnswer = 600;

/** A run for a terminal: a line for each area, every failure with what is needed to see it again, then the sum. */
export function consoleReport(raw: RunResult, { paint = plain, columns = 80 }: ConsoleOptions = {}): string {
  // What a deployment said may not steer the terminal of whoever reads it.
  const result = printableValue(raw);
  if (result.stopped !== undefined && result.totals.judged === 0) return paint.red(result.stopped);
  const having = (...verdicts: Verdict[]): ClauseResult[] =>
    result.clauses.filter(({ verdict }) => verdicts.includes(verdict));
  return [
    ...areaLines(result, paint),
    '',
    ...[...having('fail', 'error'), ...having('warn')].flatMap((clause) => [
      ...failureLines(clause, paint, columns),
      '',
    ]),
    ...staleLines(result, paint),
    ...skipLines(result, paint, columns),
    ...(result.subject === 'receiver' || result.subject === 'client' ? [] : [pointsLine(result)]),
    ...evidenceLines(result).flatMap((line) => wrapped(line, columns, '')),
    ...coverageLine(result, columns),
    ...remarkableLines(result, columns),
    ...result.notes.flatMap((text) => wrapped(text, columns, '')),
    ...leftoverLines(result, columns),
    ...(result.stopped === undefined ? [] : [paint.yellow(result.stopped)]),
    '',
    summaryLine(result, paint),
  ].join('\n');
}

const columns = [
  ['pass', 'green'],
  ['fail', 'red'],
  ['warn', 'yellow'],
  ['error', 'red'],
  ['skip', 'yellow'],
] as const satisfies readonly (readonly [Verdict, keyof Paint])[];
type Column = (typeof columns)[number];

function areaLines({ clauses }: RunResult, paint: Paint): string[] {
  const asked = clauses.filter(({ skip }) => skip?.kind !== 'not-selected');
  const areas = [...new Set(asked.map(({ area }) => area))];
  const width = Math.max(0, ...areas.map((area) => area.length));
  // A column that nothing stands in would only push the others off a narrow terminal.
  const met = columns.filter(([verdict]) => asked.some((one) => one.verdict === verdict));
  return areas.map((area) =>
    areaLine(
      area.padEnd(width),
      asked.filter((one) => one.area === area),
      met,
      paint,
    ),
  );
}

function areaLine(
  area: string,
  clauses: readonly ClauseResult[],
  met: readonly Column[],
  paint: Paint,
): string {
  const count = (verdict: Verdict): number => clauses.filter((one) => one.verdict === verdict).length;
  const cell = ([verdict, colour]: Column): string => {
    const text = `${String(count(verdict)).padStart(4)} ${verdict}`;
    return count(verdict) > 0 ? paint[colour](text) : ' '.repeat(text.length);
  };
  const marks = [
    [count('fail') + count('error'), paint.red('✗')],
    [count('warn'), paint.yellow('!')],
    [count('pass'), paint.green('✓')],
  ] as const;
  const [, worst] = marks.find(([found]) => found > 0) ?? [0, paint.dim('-')];
  return `${worst} ${area}${met.map(cell).join('')}`.trimEnd();
}

function failureLines(
  { clause, statement, section, places, why, verdict, failure, error, baseline }: ClauseResult,
  paint: Paint,
  columns: number,
): string[] {
  const word = verdict === 'warn' ? paint.yellow('WARN') : paint.red(error ? 'ERROR' : 'FAIL');
  const head = `${word} ${paint.bold(clause)}${baseline === 'known' ? paint.dim(' (known)') : ''}`;
  const reason = why === undefined ? '' : ` Implied: ${why}`;
  const where = ` (${placeText({ section, places })})`;
  const said = wrapped(`${statement}${where}${reason}`, columns, '  ').map((line) => paint.dim(line));
  if (error) return [head, ...said, ...wrapped(error.stack ?? error.message, columns, '  ')];
  if (!failure) return [head, ...said];
  const { expected, actual, counterexample, exchange, steps, advice, again } = failure;
  const { diagnosis = [], hints = [] } = failure;
  const part = (name: string, text: string): string[] => labelled(name, text, columns, paint);
  return [
    head,
    ...said,
    ...part('expected', expected),
    ...part('actual', shortened(actual)),
    ...(counterexample === undefined ? [] : part('with', shortened(counterexample))),
    ...diagnosis.flatMap((line) => part('it seems', line)),
    ...(steps.length > 1
      ? [`  ${paint.cyan('steps')}`, ...shownSteps(steps).flatMap((line) => wrapped(line, columns, '    '))]
      : []),
    // A command is pasted, so it stays on one line.
    ...(exchange ? [`  ${paint.cyan('request'.padEnd(10))}${pasted(exchange.curl)}`] : []),
    ...(exchange
      ? part('response', `${exchange.status ?? 'none'} ${shortened(exchange.responseBody ?? '')}`)
      : []),
    ...(advice
      ? [...part('danger', advice.danger), ...part('mend', `${advice.mend} ${advice.kit ?? ''}`.trimEnd())]
      : []),
    `  ${paint.cyan('again'.padEnd(10))}${again}`,
    ...hints.flatMap((line) => (isCommand(line) ? [`${' '.repeat(12)}${line}`] : part('', line))),
  ];
}

function labelled(name: string, text: string, columns: number, paint: Paint): string[] {
  const lines = wrapped(text, columns, ' '.repeat(12));
  return lines.map((line, index) =>
    index === 0 ? `  ${paint.cyan(name.padEnd(10))}${line.trimStart()}` : line,
  );
}

const mostSteps = 14;
const longestCommand = 3000;

/** A terminal is told the last steps; the written reports have all. */
function shownSteps(steps: readonly ReportedStep[]): string[] {
  const lines = steps.map((step, index) => `${index + 1}. ${stepLine(step)}`);
  const more = lines.length - mostSteps;
  return more > 0 ? [`(${more} before; a report has all)`, ...lines.slice(-mostSteps)] : lines;
}

const isCommand = (line: string): boolean => /^\w+=\$\(/.test(line);

/** Half a command must not be pasted. */
const pasted = (command: string): string =>
  command.length > longestCommand ? '(a long body: the report has the curl line)' : command;

const shortened = (text: string): string =>
  text.length > shownOfAnswer
    ? `${text.slice(0, shownOfAnswer)} … (${text.length} characters; a report has all)`
    : text;

function staleLines({ clauses }: RunResult, paint: Paint): string[] {
  const stale = clauses.filter(({ baseline }) => baseline === 'stale').map(({ clause }) => clause);
  return stale.length > 0
    ? [paint.yellow(`Passing now, though the baseline lists them: ${stale.join(', ')}`), '']
    : [];
}

/** Few clauses that were not judged are told one by one; many, by what would have them judged. */
function skipLines({ clauses }: RunResult, paint: Paint, columns: number): string[] {
  const skipped = clauses.filter(({ skip }) => skip !== undefined && skip.kind !== 'not-selected');
  if (skipped.length === 0) return [];
  const head = paint.yellow(
    `${skipped.length} ${skipped.length === 1 ? 'clause was' : 'clauses were'} not judged.`,
  );
  const thrown = skipped.find(({ skip }) => skip?.stack !== undefined)?.skip;
  const stack = thrown ? wrapped(`${thrown.message}\n${thrown.stack}`, columns, '  ') : [];
  return [head, ...(skipped.length <= 4 ? skipped.flatMap(oneSkipped) : remedies(skipped)), ...stack, ''];

  function oneSkipped({ clause, skip }: ClauseResult): string[] {
    const { message, enable } = skip as SkipReason;
    const remedy = enable.length > 0 ? `. To have it judged: ${enable.join('; ')}` : '';
    return [`  ${clause}`, ...wrapped(`${message}${remedy}.`, columns, '    ').map(paint.dim)];
  }

  function remedies(many: readonly ClauseResult[]): string[] {
    const counts = new Map<string, number>();
    for (const { skip } of many)
      for (const remedy of skip?.enable.length ? skip.enable : [skip?.message ?? ''])
        counts.set(remedy, (counts.get(remedy) ?? 0) + 1);
    return [...counts]
      .sort(([, a], [, b]) => b - a)
      .flatMap(([remedy, count]) => {
        const lines = wrapped(remedy, columns, '       ');
        return lines.map((line, index) =>
          index === 0 ? `  ${String(count).padStart(4)} ${paint.dim(line.trimStart())}` : paint.dim(line),
        );
      });
  }
}

function pointsLine({ points }: RunResult): string {
  const defined = points.filter(({ verdict }) => verdict === 'defined').length;
  return `${defined} open points are defined, ${points.length - defined} unknown.`;
}

function coverageLine({ coverage }: RunResult, columns: number): string[] {
  if (!coverage) return [];
  const parts = Object.entries(coverage).map(
    ([kind, { met, missed }]) => `${met.length} of ${met.length + missed.length} ${kind}`,
  );
  return wrapped(`Of the contract the run met ${parts.join(', ')}.`, columns, '');
}

const remarkableLines = ({ points }: RunResult, columns: number): string[] =>
  points.flatMap(({ point, value, remarkable }) =>
    remarkable === undefined
      ? []
      : wrapped(
          `Remarkable: ${point} ${value === undefined ? '' : JSON.stringify(value)}, ${remarkable}.`,
          columns,
          '',
        ),
  );

function leftoverLines({ leftovers }: RunResult, columns: number): string[] {
  if (leftovers.length <= 3)
    return leftovers.flatMap((text) => wrapped(`Left behind: ${text}.`, columns, ''));
  const first = wrapped(`Left behind: ${leftovers[0]}.`, columns, '');
  return [...first, `... and ${leftovers.length - 1} more like it; the report has all.`];
}

function summaryLine({ summary, exitCode, durationMs, requests, seed }: RunResult, paint: Paint): string {
  const colour = exitCode === 0 ? paint.green : exitCode === 3 ? paint.yellow : paint.red;
  return `${colour(paint.bold(summary))} ${paint.dim(`(${(durationMs / 1000).toFixed(1)} s, ${requests} requests, seed ${seed})`)}`;
}
