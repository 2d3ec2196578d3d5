import { type Html, html } from '../../../spec/html.ts';
import type { ClauseResult } from '../../result.ts';

/** One square a clause, a row an area: the whole run at a glance, each square a link. */
export function matrix(clauses: readonly ClauseResult[]): Html {
  const areas = [...new Set(clauses.map(({ area }) => area))];
  return html`<div class="matrix">${areas.map((area) =>
    row(
      area,
      clauses.filter((one) => one.area === area),
    ),
  )}</div>`;
}

function row(area: string, clauses: readonly ClauseResult[]): Html {
  const passed = clauses.filter(({ verdict }) => verdict === 'pass').length;
  return html`<div class="area"><span class="name">${area}</span><span class="squares">${clauses.map(square)}</span><span class="sum">${passed}/${clauses.length}</span></div>`;
}

function square({ clause, verdict, baseline }: ClauseResult): Html {
  const target =
    verdict === 'fail' || verdict === 'warn' || verdict === 'error'
      ? `failure-${clause}`
      : `clause-${clause}`;
  return html`<a class="square ${verdict}${baseline === 'known' ? ' known' : ''}" href="#${target}" title="${clause}: ${verdict}" aria-label="${clause}: ${verdict}"></a>`;
}
