import { type Html, html } from '../../../spec/html.ts';
import { printableJson } from '../../printable.ts';
import type { ClauseResult, ReportedExchange } from '../../result.ts';

/** One failure: what was expected, what came, and how to see it again. */
export function failureArticle(clause: ClauseResult): Html {
  const { clause: id, statement, section, verdict, why, failure, error, baseline } = clause;
  return html`<article class="failure ${verdict}" id="failure-${id}" data-search="${id} ${statement}">
    <h3><span class="badge ${verdict}">${verdict}</span> <code>${id}</code>${baseline === 'known' && html` <span class="badge skip">known</span>`}</h3>
    <p class="statement">${statement} <span class="section">${section}</span></p>
    ${why && html`<p class="note">Implied: ${why}</p>`}
    ${error && html`<pre>${error.stack ?? error.message}</pre>`}
    ${failure && details(failure)}
  </article>`;
}

function details(failure: NonNullable<ClauseResult['failure']>): Html {
  const { expected, actual, counterexample, shrinks, exchange, history, advice, replay } = failure;
  return html`<dl>
      <dt>Expected</dt><dd>${expected}</dd>
      <dt>Actual</dt><dd class="actual">${actual}</dd>
      ${counterexample !== undefined && html`<dt>With</dt><dd><code>${counterexample}</code>${shrinks ? html` <span class="dim">the smallest input found, after ${shrinks} steps</span>` : undefined}</dd>`}
      ${advice && html`<dt>Danger</dt><dd>${advice.danger}</dd><dt>How to mend it</dt><dd>${advice.mend}<br>${advice.kit}</dd>`}
    </dl>
    ${exchange && exchangeBlock(exchange)}
    ${history.length > 1 && html`<details><summary>${history.length} exchanges that led to it</summary>${history.map(exchangeBlock)}</details>`}
    <p class="again">See it again: ${copyable(`--replay '${replay}'`)}</p>`;
}

function exchangeBlock({ curl, status, responseBody, durationMs }: ReportedExchange): Html {
  return html`<div class="exchange">${copyable(curl)}
    <pre class="response"><b>${status ?? 'no answer'}</b> <span class="dim">${Math.round(durationMs)} ms</span>
${pretty(responseBody)}</pre></div>`;
}

function copyable(text: string): Html {
  return html`<span class="copyable"><code>${text}</code><button type="button" class="copy">Copy</button></span>`;
}

function pretty(body: string | undefined): string {
  if (body === undefined || body === '') return '';
  try {
    return printableJson(JSON.parse(body));
  } catch {
    return body;
  }
}
