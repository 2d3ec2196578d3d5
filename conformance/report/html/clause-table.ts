import { type Html, html } from '../../../spec/html.ts';
import type { ClauseResult, Verdict } from '../../result.ts';

const verdicts: readonly Verdict[] = ['fail', 'warn', 'error', 'skip', 'pass'];

/** Every clause with its verdict, to be filtered by text and verdict. */
export function clauseTable(clauses: readonly ClauseResult[]): Html {
  const count = (verdict: Verdict): number => clauses.filter((one) => one.verdict === verdict).length;
  const present = verdicts.filter((verdict) => count(verdict) > 0);
  return html`<div class="filters">
      <input type="search" id="filter" placeholder="Filter by clause or words" aria-label="Filter clauses">
      ${present.map((verdict) => html`<label class="toggle ${verdict}"><input type="checkbox" value="${verdict}" checked> ${count(verdict)} ${verdict === 'skip' ? 'not judged' : verdict}</label>`)}
      <span id="shown" class="dim" role="status"></span>
    </div>
    <table class="clauses"><thead><tr><th>Verdict</th><th>Clause</th><th class="number">Time</th></tr></thead><tbody>${clauses.map(row)}</tbody></table>`;
}

function row(result: ClauseResult): Html {
  const { clause, level, why, statement, section, verdict, skip, durationMs, requests } = result;
  return html`<tr id="clause-${clause}" data-verdict="${verdict}" data-search="${clause} ${statement}">
    <td><span class="badge ${verdict}">${verdict === 'skip' ? 'not judged' : verdict}</span></td>
    <td><code>${clause}</code><p>${statement} <span class="section">${section}</span></p>${level === 'implied' && html`<p class="note">Implied: ${why}</p>`}${skip && skipNote(skip)}</td>
    <td class="number">${requests > 0 && html`${Math.round(durationMs)} ms<br><span class="dim">${requests} req.</span>`}</td>
  </tr>`;
}

function skipNote({ message, enable, stack }: NonNullable<ClauseResult['skip']>): Html {
  return html`<p class="note">${message}${enable.length > 0 && html` To have it judged: ${enable.join('; ')}.`}</p>${stack !== undefined && html`<pre tabindex="0">${stack}</pre>`}`;
}
