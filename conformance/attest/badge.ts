import { html } from '../../spec/html.ts';
import type { Statement } from './statement.ts';

/** The level that a run reached: every clause, those that the document states, or neither. A run of a part has no level. */
function levelOf({ predicate }: Statement): { text: string; colour: string } {
  const { verdicts, notSelected } = predicate.payrig;
  const isWhole =
    notSelected.length === 0 && verdicts.every(({ skip }) => !skip || skip.kind === 'not-applicable');
  if (predicate.result !== 'FAILED' && !isWhole) return { text: 'judged in part', colour: '#57606a' };
  if (predicate.result === 'PASSED') return { text: 'stated and implied', colour: '#1a7f37' };
  if (predicate.result === 'WARNED') return { text: 'stated', colour: '#7d6a00' };
  return { text: 'not conforming', colour: '#b42318' };
}

// Verdana's mean width at 11 px; text is stretched to the width, so that another font fits as well.
const widthOf = (text: string): number => Math.round(text.length * 6.6) + 12;

/** A badge with level, counts and day. Only a statement that was verified may be given. */
export function badge(statement: Statement): string {
  const { totals, startedAt, verdicts, notSelected } = statement.predicate.payrig;
  const { text: level, colour } = levelOf(statement);
  const all = verdicts.length + notSelected.length;
  const said = `${level} · ${totals.pass} of ${all} clauses pass · ${startedAt.slice(0, 10)}`;
  const left = widthOf('payrig');
  const right = widthOf(said);
  const label = (text: string, at: number, width: number) =>
    html`<text x="${at + 6}" y="14" textLength="${width - 12}">${text}</text>`;
  return `${
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="payrig: ${said}">
<title>payrig: ${said}</title>
<rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${label('payrig', 0, left)}${label(said, left, right)}</g>
</svg>`.text
  }\n`;
}
