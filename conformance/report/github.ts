import { type ClauseResult, isAsked, placeText, type RunResult, type Verdict } from '../judgement/result.ts';
import { printableValue } from '../target/printable.ts';
import { byArea, having } from './grouped.ts';
import { failureLines } from './step-line.ts';

const mostAnnotations = 50;

/** The data of a workflow command, and its properties, cannot hold these as they are. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

export function githubAnnotations(raw: RunResult): string {
  const result = printableValue(raw);
  const failing = notHeld(result);
  const lines = failing.slice(0, mostAnnotations).map((clause) => {
    const { verdict, statement, failure, error } = clause;
    const kind = verdict === 'warn' || clause.baseline === 'known' ? 'warning' : 'error';
    const { diagnosis = [], expected, actual, again } = failure ?? {};
    const text = failure
      ? [`${statement} (${placeText(clause)})`, ...diagnosis, `expected ${expected}`, `got ${actual}`, again]
      : [statement, error?.message ?? ''];
    return `::${kind} title=${property(`${clause.clause} ${verdict}`)}::${data(text.join('\n'))}`;
  });
  const more = failing.length - lines.length;
  if (more > 0) lines.push(`::notice title=Payrig::${more} more are in the report.`);
  if (result.stopped !== undefined) lines.push(`::error title=Payrig::${data(result.stopped)}`);
  return lines.map((line) => `${line}\n`).join('');
}

const notHeld = ({ clauses }: RunResult): ClauseResult[] => [
  ...having(clauses, 'fail', 'error'),
  ...having(clauses, 'warn'),
];

const mostDetails = 30;
const longest = 1500;

/** Text for a cell or a line of Markdown: nothing in it is markup, an HTML tag or a mention. */
const inline = (text: string): string =>
  text
    .slice(0, longest)
    .replace(/[\\`*_{}[\]()#+!|~<>&@$-]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\s+/g, ' ');

function fenced(text: string): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  const longestRun = Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longestRun + 1);
  return `${fence}text\n${shown}\n${fence}`;
}

export function markdownSummary(raw: RunResult): string {
  const result = printableValue(raw);
  const { totals, summary, exitCode, target } = result;
  const failing = notHeld(result);
  const mark = exitCode === 0 ? '✅' : exitCode === 1 ? '❌' : '⚠️';
  return [
    `## ${mark} ${inline(summary)}`,
    '',
    `${inline(target.baseUrl)}: ${totals.pass} pass, ${totals.fail} fail${totals.known > 0 ? ` (${totals.known} known)` : ''}, ${totals.warn} warn, ${totals.error} error, ${result.clauses.filter((one) => one.skip && isAsked(one)).length} not judged. Seed ${result.seed}.`,
    '',
    ...areaTable(result),
    ...failing.slice(0, mostDetails).flatMap(details),
    ...(failing.length > mostDetails ? [`${failing.length - mostDetails} more are in the report.`, ''] : []),
  ].join('\n');
}

function areaTable({ clauses }: RunResult): string[] {
  const row = ([area, own]: [string, ClauseResult[]]): string => {
    const count = (...verdicts: Verdict[]): number => having(own, ...verdicts).length;
    return `| ${inline(area)} | ${count('pass')} | ${count('fail', 'error')} | ${count('warn')} | ${count('skip')} |`;
  };
  const head = ['| area | pass | fail | warn | not judged |', '| --- | ---: | ---: | ---: | ---: |'];
  return [...head, ...[...byArea(clauses.filter(isAsked))].map(row), ''];
}

function details({ clause, verdict, statement, why, failure, error, baseline }: ClauseResult): string[] {
  const known = baseline === 'known' ? ', known' : '';
  const text = failure ? failureLines(failure).join('\n') : (error?.message ?? '');
  const parts = [
    `<details><summary>${verdict}${known}: ${inline(clause)}</summary>`,
    `${inline(statement)}${why === undefined ? '' : ` Implied: ${inline(why)}`}`,
    fenced(text),
    ...(failure ? [fenced(failure.again)] : []),
    '</details>',
  ];
  return [parts.join('\n\n'), ''];
}
