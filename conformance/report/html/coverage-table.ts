import { type Html, html } from '../../../spec/html.ts';
import type { ContractCoverage, Met } from '../../result.ts';

const words: Readonly<Record<keyof ContractCoverage, string>> = {
  operations: 'Operations, and kinds of webhooks',
  statuses: 'Statuses of an operation',
  fields: 'Fields of requests, answers and webhook bodies',
  values: 'Values of enumerations',
  boundaries: 'Bounds, from within and from without',
};

/** How much of the contract the run met; what it did not meet stands behind each number. */
export function coverageTable(coverage: ContractCoverage): Html {
  const kinds = Object.keys(words) as (keyof ContractCoverage)[];
  return html`<p>What the run did not meet it says nothing about.</p>
    <table class="coverage"><thead><tr><th>Of the contract</th><th>Met</th><th>Not met</th></tr></thead>
    <tbody>${kinds.map((kind) => row(words[kind], coverage[kind]))}</tbody></table>`;
}

const row = (name: string, { met, missed }: Met): Html =>
  html`<tr><th>${name}</th><td>${met.length} of ${met.length + missed.length}</td><td>${missed.length > 0 && html`<details><summary>${missed.length}</summary><ul>${missed.map((item) => html`<li><code>${item}</code></li>`)}</ul></details>`}</td></tr>`;
