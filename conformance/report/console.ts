import { lessonsOf } from '../judgement/lessons.ts';
import { type ClauseResult, isAsked, placeText, type RunResult } from '../judgement/result.ts';
import { clipped, printableValue } from '../target/printable.ts';
import { alsoText, type Cause, causesOf } from './causes.ts';
import { evidenceLines } from './evidence.ts';
import { byArea, grouped, having } from './grouped.ts';
import { stepLine } from './step-line.ts';
import { hanging, wrapped } from './wrapped.ts';

/** Colours for a terminal; each returns its text unchanged where the output is no terminal. */
export type Paint = Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>;

const same = (text: string): string => text;
const plain: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

type Screen = { readonly paint: Paint; readonly columns: number };

/** `isShort`: only what broke, what holds, and what would teach most. */
export type ConsoleOptions = { paint?: Paint; columns?: number; isShort?: boolean };

/** How much of an answer a terminal is shown; the written reports have all of it. */
const shownOfAnswer = 600;
const shownOfWarning = 160;

/** A run for a terminal: a line for each area, every failure with what is needed to see it again, then the sum. */
export function consoleReport(raw: RunResult, options: ConsoleOptions = {}): string {
  const { paint = plain, columns = 80, isShort = false } = options;
  const screen = { paint, columns };
  const lines = (text: string): string[] => wrapped(text, columns, '');
  // No text of a deployment may steer the terminal of the reader.
  const result = printableValue(raw);
  if (result.stopped !== undefined && result.totals.judged === 0) return paint.red(result.stopped);
  const { clauses } = result;
  const unarranged = unarrangedText(result);
  return [
    ...(unarranged === undefined ? [] : [...lines(unarranged).map(paint.yellow), '']),
    ...areaLines(result, paint),
    '',
    ...causesOf(having(clauses, 'fail', 'error')).flatMap((cause) => [...causeLines(cause, screen), '']),
    ...hintLines(having(clauses, 'fail'), columns),
    ...having(clauses, 'warn').flatMap((clause) => [...warningLines(clause, screen), '']),
    ...staleLines(result, paint),
    ...(isShort ? lessonLines(result, screen) : skipLines(result, screen)),
    ...(result.subject === 'receiver' || result.subject === 'client' ? [] : [pointsLine(result)]),
    ...(isShort ? [] : evidenceLines(result)).flatMap(lines),
    ...coverageText(result).flatMap(lines),
    ...remarkableTexts(result).flatMap(lines),
    ...result.notes.filter((text) => !unarranged?.includes(text)).flatMap(lines),
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
] as const satisfies readonly (readonly [ClauseResult['verdict'], keyof Paint])[];

function areaLines({ clauses }: RunResult, paint: Paint): string[] {
  const asked = clauses.filter(isAsked);
  const areas = [...byArea(asked)];
  const width = Math.max(0, ...areas.map(([area]) => area.length));
  // An empty column would only push the others off a narrow terminal.
  const met = columns.filter(([verdict]) => having(asked, verdict).length > 0);
  return areas.map(([area, own]) => {
    const count = (...verdicts: ClauseResult['verdict'][]): number => having(own, ...verdicts).length;
    const cells = met.map(([verdict, colour]) => {
      const text = `${String(count(verdict)).padStart(4)} ${verdict}`;
      return count(verdict) > 0 ? paint[colour](text) : ' '.repeat(text.length);
    });
    const marks = [
      [count('fail', 'error'), paint.red('✗')],
      [count('warn'), paint.yellow('!')],
      [count('pass'), paint.green('✓')],
    ] as const;
    const [, worst] = marks.find(([found]) => found > 0) ?? [0, paint.dim('-')];
    return `${worst} ${area.padEnd(width)}${cells.join('')}`.trimEnd();
  });
}

/** The clause with what it says and where, and what the data shows of the cause: a reader may need no more. */
function headLines(result: ClauseResult, screen: Screen): string[] {
  const { clause, statement, why, verdict, failure, error, baseline } = result;
  const { paint, columns } = screen;
  const word = verdict === 'warn' ? paint.yellow('WARN') : paint.red(error ? 'ERROR' : 'FAIL');
  const reason = why === undefined ? '' : ` Implied: ${why}`;
  return [
    `${word} ${paint.bold(clause)}${baseline === 'known' ? paint.dim(' (known)') : ''}`,
    ...wrapped(`${statement} (${placeText(result)})${reason}`, columns, '  ').map(paint.dim),
    ...(failure?.diagnosis ?? []).flatMap((line) => labelled('it seems', line, screen)),
  ];
}

/** A warning in short; the written reports have its steps. */
function warningLines(clause: ClauseResult, screen: Screen): string[] {
  const { failure } = clause;
  if (!failure) return headLines(clause, screen);
  return [
    ...headLines(clause, screen),
    ...labelled('expected', clipped(failure.expected, shownOfWarning), screen),
    ...labelled('actual', clipped(failure.actual, shownOfWarning), screen),
    ...labelled('replay', failure.replay, screen),
  ];
}

function failureLines(clause: ClauseResult, screen: Screen): string[] {
  const { failure, error } = clause;
  const { paint, columns } = screen;
  const head = headLines(clause, screen);
  if (error) return [...head, ...wrapped(error.stack ?? error.message, columns, '  ')];
  if (!failure) return head;
  const { expected, actual, counterexample, exchange, steps, advice, again, hints = [] } = failure;
  const { responseBody = '' } = exchange ?? {};
  const part = (name: string, text: string): string[] => labelled(name, text, screen);
  return [
    ...head,
    ...part('expected', expected),
    ...part('actual', shortened(actual)),
    ...(counterexample === undefined ? [] : part('with', shortened(counterexample))),
    ...(steps.length > 1 ? [`  ${paint.cyan('steps')}`, ...shownSteps(steps, columns)] : []),
    // A command is pasted, so it stays on one line.
    ...(exchange ? [`  ${paint.cyan('request'.padEnd(10))}${pasted(exchange.curl)}`] : []),
    ...(exchange ? part('response', `${exchange.status ?? 'none'} ${shortened(responseBody)}`) : []),
    ...(advice ? part('danger', advice.danger) : []),
    ...(advice ? part('mend', `${advice.mend} ${advice.kit ?? ''}`.trimEnd()) : []),
    `  ${paint.cyan('again'.padEnd(10))}${again}`,
    ...hints.filter(isCommand).map((line) => `${' '.repeat(12)}${line}`),
  ];
}

/** The clause with the shortest story in full, and the others that fail for the same reason in a line each. */
function causeLines([first, ...others]: Cause, screen: Screen): string[] {
  const { red, bold, dim } = screen.paint;
  const line = ({ clause, failure }: ClauseResult): string =>
    `    ${red('FAIL')} ${bold(clause)} ${dim(failure?.replay ?? '')}`;
  const also = others.length === 0 ? [] : [`  ${alsoText(others.length)}`];
  return [...failureLines(first, screen), ...also, ...others.map(line)];
}

/** What helps with several failures is said once, after them. */
function hintLines(clauses: readonly ClauseResult[], columns: number): string[] {
  const hints = new Set(clauses.flatMap(({ failure }) => failure?.hints ?? []));
  const lines = [...hints].filter((hint) => !isCommand(hint));
  return lines.length === 0 ? [] : [...lines.flatMap((line) => wrapped(line, columns, '')), ''];
}

const labelled = (name: string, text: string, { columns, paint }: Screen): string[] =>
  hanging(name.padEnd(10), text, columns, '  ').map((line, nth) =>
    nth === 0 ? line.replace(name, paint.cyan) : line,
  );

const mostSteps = 10;
const firstSteps = 4;
const longestCommand = 3000;

/** Repeated steps are one, and of many the first and the last are shown; the written reports have all. */
function shownSteps(steps: NonNullable<ClauseResult['failure']>['steps'], columns: number): string[] {
  const lines: { line: string; from: number; to: number }[] = [];
  for (const [index, step] of steps.entries()) {
    const line = stepLine(step);
    const last = lines.at(-1);
    if (last?.line === line) last.to = index + 1;
    else lines.push({ line, from: index + 1, to: index + 1 });
  }
  const shown = lines.map(({ line, from, to }) =>
    hanging(`${from === to ? from : `${from} to ${to}`}. `, line, columns, '    '),
  );
  const more = shown.length - mostSteps;
  if (more <= 0) return shown.flat();
  return [
    ...shown.slice(0, firstSteps).flat(),
    `    (${more} more; a report has all)`,
    ...shown.slice(firstSteps + more).flat(),
  ];
}

const isCommand = (line: string): boolean => /^\w+=\$\(/.test(line);

/** Half a command must not be pasted. */
const pasted = (command: string): string =>
  command.length > longestCommand ? '(a long body: the report has the curl line)' : command;

const shortened = (text: string): string =>
  text.length > shownOfAnswer
    ? `${clipped(text, shownOfAnswer)} (${text.length} characters; a report has all)`
    : text;

function staleLines({ clauses }: RunResult, paint: Paint): string[] {
  const stale = clauses.filter(({ baseline }) => baseline === 'stale').map(({ clause }) => clause);
  const text = `Passing now, though the baseline lists them: ${stale.join(', ')}`;
  return stale.length > 0 ? [paint.yellow(text), ''] : [];
}

/** Without an arrangement most clauses are not judged, which the report says before anything else. */
export function unarrangedText({ clauses, target, subject, notes }: RunResult): string | undefined {
  if (target.arrangement !== 'none' || subject !== undefined) return undefined;
  const asked = clauses.filter(isAsked);
  const lacking = asked.filter(({ skip }) => skip?.kind === 'cannot-arrange');
  if (lacking.length === 0) return undefined;
  const lead = `${lacking.length} of ${asked.length} clauses were not judged, because nothing can be arranged at this deployment (--arrange).`;
  return [lead, ...notes.filter((note) => note.startsWith('Nothing can be arranged'))].join('\n');
}

const notJudged = (count: number): string =>
  `${count} ${count === 1 ? 'clause was' : 'clauses were'} not judged`;

/** The most clauses that are named one by one; of more, each area is named with its count. */
const mostNamed = 60;

function skipLines({ clauses }: RunResult, { paint, columns }: Screen): string[] {
  const skipped = clauses.filter((one) => one.skip && isAsked(one));
  if (skipped.length === 0) return [];
  const groups = grouped(skipped, ({ skip }) => skip?.enable.join('; ') || (skip?.message ?? ''));
  const named = (group: readonly ClauseResult[]): string[] => {
    if (skipped.length <= mostNamed) return group.map(({ clause }) => clause);
    return [...byArea(group)].map(([area, of]) => `${area} ${of.length}`);
  };
  const thrown = skipped.find(({ skip }) => skip?.stack !== undefined)?.skip;
  return [
    paint.yellow(`${notJudged(skipped.length)}:`),
    ...[...groups]
      .sort(([, a], [, b]) => b.length - a.length)
      .flatMap(([remedy, group]) => [
        ...hanging(`${String(group.length).padStart(4)} `, remedy, columns, '  '),
        ...wrapped(named(group).join(', '), columns, '       ').map(paint.dim),
      ]),
    ...(thrown ? wrapped(`${thrown.message}\n${thrown.stack}`, columns, '  ') : []),
    '',
  ];
}

/** Of traffic most is not judged: the requests that would change that, and how many clauses each would show. */
function lessonLines({ clauses }: RunResult, { paint, columns }: Screen): string[] {
  const unjudged = clauses.filter(({ verdict }) => verdict === 'skip').length;
  if (unjudged === 0) return [];
  const shown = lessonsOf(clauses).flatMap(({ request, clauses: count, such }) =>
    hanging(`${String(count).padStart(4)} `, `${request}: ${such.join('; ')}`, columns, '  '),
  );
  const unlisted = `${notJudged(unjudged)}; --verbose lists them. These requests would teach most:`;
  return [paint.yellow(unlisted), ...shown, ''];
}

function pointsLine({ points }: RunResult): string {
  const from = (origin: string) => points.filter((point) => point.from === origin).length;
  const declared = from('profile') > 0 ? `, ${from('profile')} declared by the profile` : '';
  return `${from('probe')} of ${points.length} open points learnt${declared}.`;
}

function coverageText({ coverage }: RunResult): string[] {
  if (!coverage) return [];
  const parts = Object.entries(coverage).map(
    ([kind, { met, missed }]) => `${met.length} of ${met.length + missed.length} ${kind}`,
  );
  return [`Of the contract the run met ${parts.join(', ')}.`];
}

const remarkableTexts = ({ points }: RunResult): string[] =>
  points.flatMap(({ point, value, reason, remarkable }) => {
    const shown = value === undefined ? (reason ?? '') : JSON.stringify(value);
    return remarkable === undefined ? [] : [`Remarkable: ${point}: ${shown} (${remarkable}).`];
  });

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
