import { type Html, html } from '../../spec/html.ts';
import { type ClauseResult, placeText, type ReportedStep } from '../judgement/result.ts';
import type { ReportedExchange } from '../target/curl.ts';
import { printableJson } from '../target/printable.ts';
import { stepLine } from './step-line.ts';

export function failureArticle(clause: ClauseResult): Html {
  const { clause: id, statement, verdict, why, failure, error, baseline } = clause;
  return html`<article class="failure ${verdict}" id="failure-${id}" data-search="${id} ${statement}">
    <h3><span class="badge ${verdict}">${verdict}</span> <code>${id}</code>${baseline === 'known' && html` <span class="badge skip">known</span>`}</h3>
    <p class="statement">${statement} <span class="section">${placeText(clause)}</span></p>
    ${why && html`<p class="note">Implied: ${why}</p>`}
    ${error && html`<pre tabindex="0">${error.stack ?? error.message}</pre>`}
    ${failure && details(failure)}
  </article>`;
}

function details(failure: NonNullable<ClauseResult['failure']>): Html {
  const { whole, counterexample, shrinks, exchange, diagnosis = [], steps, advice, hints = [] } = failure;
  return html`<dl>
      ${diagnosis.map((line) => html`<dt>It seems</dt><dd class="diagnosis">${line}</dd>`)}
      <dt>Expected</dt><dd>${failure.expected}</dd>
      <dt>Actual</dt><dd class="actual" tabindex="0">${failure.actual}</dd>
      ${whole && html`<dt></dt><dd><details><summary>Both values, whole</summary><pre tabindex="0">${pretty(whole.expected)}</pre><pre class="actual" tabindex="0">${pretty(whole.actual)}</pre></details></dd>`}
      ${counterexample !== undefined && html`<dt>With</dt><dd><pre tabindex="0">${pretty(counterexample)}</pre>${shrinks ? html` <span class="dim">the smallest input found, after ${shrinks} steps</span>` : undefined}</dd>`}
      ${advice && html`<dt>Danger</dt><dd>${advice.danger}</dd><dt>How to mend it</dt><dd>${advice.mend}${advice.kit && html`<br>${advice.kit}`}</dd>`}
    </dl>
    ${exchange && exchangeBlock(exchange)}
    ${steps.length > 1 && html`<details><summary>The ${steps.length} steps that led to it</summary><ol class="steps">${steps.map(stepItem)}</ol></details>`}
    <p class="again">See it again: ${copyable(failure.again)}</p>${hints.map((line) => html`<p class="note">${line}</p>`)}`;
}

function stepItem(step: ReportedStep): Html {
  if (step.kind === 'request') return html`<li><b>${stepLine(step)}</b>${exchangeBlock(step.exchange)}</li>`;
  if (step.kind === 'delivery') return html`<li><b>Delivery</b>${deliveryBlock(step)}</li>`;
  if (step.kind === 'left-out') return html`<li class="dim">Left out: ${step.what}</li>`;
  const { call, given, made, failed } = step;
  return html`<li><b>${call === 'moveClock' ? 'Clock moved' : 'Arranged'}</b> <code>${call}(${given})</code>${made !== undefined && html`<pre tabindex="0">${pretty(made)}</pre>`}${failed !== undefined && html`<pre class="actual" tabindex="0">${failed}</pre>`}</li>`;
}

function deliveryBlock({ delivery }: Extract<ReportedStep, { kind: 'delivery' }>): Html {
  const { method, path, headers, body, decrypted, signature } = delivery;
  return html`<div class="exchange"><pre class="response" tabindex="0"><b>${method} ${path}</b>
${Object.entries(headers).map(([name, value]) => html`<span class="dim">${name}:</span> ${value}\n`)}
${pretty(body)}</pre>
    ${decrypted !== undefined && html`<p class="dim">Decrypted with its key and vector:</p><pre class="response" tabindex="0">${pretty(decrypted)}</pre>`}
    ${signature && html`<p class="dim">The signature that its secret gives: <code>${signature.computed}</code> ${signature.given === signature.computed ? '(the same)' : '(not what came)'}</p>`}</div>`;
}

function exchangeBlock({ curl, status, responseBody, durationMs }: ReportedExchange): Html {
  return html`<div class="exchange">${copyable(curl)}
    <pre class="response" tabindex="0"><b>${status ?? 'no answer'}</b> <span class="dim">${Math.round(durationMs)} ms</span>
${pretty(responseBody)}</pre></div>`;
}

const copyable = (text: string): Html =>
  html`<span class="copyable"><code>${text}</code><button type="button" class="copy">Copy</button></span>`;

function pretty(body: string | undefined): string | Html[] {
  if (body === undefined || body === '') return '';
  try {
    return printableJson(JSON.parse(body));
  } catch {
    // JSON that was cut: no id of it is broken over two lines.
    return body
      .split(/("(?:[^"\\]|\\.)*"?)/)
      .map((part, index) => (index % 2 === 1 ? html`<span class="token">${part}</span>` : html`${part}`));
  }
}
