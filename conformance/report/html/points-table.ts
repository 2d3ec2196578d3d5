import { type Html, html } from '../../../spec/html.ts';
import type { PointResult, RunResult } from '../../result.ts';

/** The open points as this deployment fills them: nothing here is right or wrong. */
export function pointsTable({ points, profile }: RunResult): Html {
  const defined = points.filter(({ verdict }) => verdict === 'defined');
  const unknown = points.filter(({ verdict }) => verdict === 'unknown');
  return html`<p>Where the interface document is silent, a deployment decides. This is what was learnt, or given, and held for the rest of the run; nothing here is right or wrong.</p>
    ${defined.length > 0 && html`<table class="points"><thead><tr><th>Open point</th><th>Value</th></tr></thead><tbody>${defined.map(row)}</tbody></table>`}
    ${unknown.length > 0 && html`<details><summary>${unknown.length} not known</summary><table class="points"><tbody>${unknown.map(row)}</tbody></table></details>`}
    <details><summary>As a profile that a sandbox can obey</summary><pre>${JSON.stringify(profile, null, 2)}</pre></details>`;
}

function row({ point, question, verdict, value, from, reason }: PointResult): Html {
  const shown =
    verdict === 'defined'
      ? html`<code>${JSON.stringify(value)}</code>${from === 'profile' && html` <span class="dim">given</span>`}`
      : html`<span class="dim">${reason}</span>`;
  return html`<tr><td><code>${point}</code><p>${question}</p></td><td>${shown}</td></tr>`;
}
