import { type ClauseResult, placeText, type RunResult } from '../judgement/result.ts';
import { printableValue } from '../target/printable.ts';
import { causesOf } from './causes.ts';
import { byArea, having } from './grouped.ts';
import { failureLines } from './step-line.ts';

// What XML cannot hold, whatever the escaping, and is printable all the same.
const unwritable = /[\uFFFE\uFFFF]/g;

const escaped = (text: string): string =>
  text
    .replace(unwritable, '\u{FFFD}')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

/** JUnit knows no warning: an implied clause that does not hold counts as skipped, with its story in system-out. */
export function junitReport(raw: RunResult): string {
  const result = withReasons(printableValue(raw));
  const suites = [...byArea(result.clauses)].map(([area, own]) => suite(area, own, result));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="payrig" ${counts(result.clauses)} time="${seconds(result.durationMs)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

/** Of clauses with one cause, all but the one with the shortest story begin by naming that. */
function withReasons(result: RunResult): RunResult {
  for (const [{ clause }, ...others] of causesOf(having(result.clauses, 'fail')))
    for (const { failure } of others)
      failure!.diagnosis = [`the reason seems that of ${clause}`, ...(failure!.diagnosis ?? [])];
  return result;
}

function counts(clauses: readonly ClauseResult[]): string {
  const count = (is: (clause: ClauseResult) => boolean): number => clauses.filter(is).length;
  const isKnown = ({ verdict, baseline }: ClauseResult): boolean =>
    verdict === 'fail' && baseline === 'known';
  const failures = count((one) => one.verdict === 'fail' && !isKnown(one));
  const skipped = count((one) => one.verdict === 'skip' || one.verdict === 'warn' || isKnown(one));
  return `tests="${clauses.length}" failures="${failures}" errors="${count((one) => one.verdict === 'error')}" skipped="${skipped}"`;
}

function suite(area: string, clauses: readonly ClauseResult[], { startedAt }: RunResult): string {
  const time = seconds(clauses.reduce((sum, one) => sum + one.durationMs, 0));
  const head = `  <testsuite name="${escaped(area)}" ${counts(clauses)} time="${time}" timestamp="${escaped(startedAt.slice(0, 19))}">`;
  return [head, ...clauses.map(testCase), '  </testsuite>'].join('\n');
}

function testCase(clause: ClauseResult): string {
  const start = `    <testcase classname="${escaped(clause.area)}" name="${escaped(clause.clause)}" time="${seconds(clause.durationMs)}"`;
  const inside = insideOf(clause);
  return inside === '' ? `${start}/>` : `${start}>\n      ${inside}\n    </testcase>`;
}

function insideOf(clause: ClauseResult): string {
  const { verdict, skip, failure, error, baseline, statement, why } = clause;
  if (verdict === 'skip') return `<skipped message="${escaped(skip?.message ?? 'not judged')}"/>`;
  if (verdict === 'error')
    return `<error message="${escaped(error?.message ?? 'the suite broke')}">${escaped(error?.stack ?? '')}</error>`;
  if (verdict === 'pass') return '';
  if (baseline === 'known') return '<skipped message="a known failure of the baseline"/>';
  if (!failure) return '';
  const { expected, diagnosis = [], exchange, advice, again, hints = [] } = failure;
  const message = escaped([...diagnosis.slice(0, 1), `expected ${expected}`].join(': '));
  const lines = [
    `${statement} (${placeText(clause)})`,
    why && `implied   ${why}`,
    ...failureLines(failure),
    exchange && `request   ${exchange.curl}`,
    exchange && `response  ${exchange.status ?? 'none'} ${exchange.responseBody ?? ''}`,
    advice && `danger    ${advice.danger}`,
    advice && `mend      ${advice.mend} ${advice.kit ?? ''}`.trimEnd(),
    `again     ${again}`,
    ...hints,
  ].filter((line) => line !== undefined);
  if (verdict === 'warn')
    return `<skipped message="warning: ${message}"/>\n      <system-out>${escaped(lines.join('\n'))}</system-out>`;
  return `<failure message="${message}">${escaped(lines.join('\n'))}</failure>`;
}
