import { readFileSync } from 'node:fs';
import { Html, html } from '../../../spec/html.ts';
import { printableValue } from '../../printable.ts';
import type { ClauseResult, RunResult, Verdict } from '../../result.ts';
import { clauseTable } from './clause-table.ts';
import { coverageTable } from './coverage-table.ts';
import { failureArticle } from './failure-article.ts';
import { matrix } from './matrix.ts';
import { pointsTable } from './points-table.ts';

const file = (name: string): Html => new Html(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** A run as one page that stands by itself: no request leaves it, and it can be sent to a colleague. */
export function htmlReport(raw: RunResult): string {
  const result = printableValue(raw);
  const having = (...verdicts: Verdict[]): ClauseResult[] =>
    result.clauses.filter(({ verdict }) => verdicts.includes(verdict));
  const failures = having('fail', 'error');
  const warnings = having('warn');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>${title(result)}</title>
<style>${file('../../../spec/design-tokens.css')}${file('./report.css')}</style>
</head>
<body>
<header>
  <p class="brand">${result.subject === 'receiver' ? 'Payrig exam of a receiver' : 'Payrig conformance'}</p>
  <h1>${result.summary}</h1>
  <p class="target"><code>${result.target.baseUrl}</code>${result.subject !== 'receiver' && html` · ${environmentOf(result)}`} · ${startOf(result)}</p>
  ${cards(result)}
</header>
<main>
  ${result.stopped && html`<p class="note warn">${result.stopped}</p>`}
  ${failures.length > 0 && html`<section id="failures"><h2>Failures</h2>${failures.map(failureArticle)}</section>`}
  ${warnings.length > 0 && html`<section id="warnings"><h2>Warnings: implied clauses that do not hold</h2>${warnings.map(failureArticle)}</section>`}
  <section id="matrix"><h2>Every clause</h2>${matrix(result.clauses)}</section>
  <section id="clauses"><h2>Clauses</h2>${clauseTable(result.clauses)}</section>
  ${result.subject !== 'receiver' && html`<section id="points"><h2>The profile of this deployment</h2>${pointsTable(result)}</section>`}
  ${result.coverage && html`<section id="coverage"><h2>What was met of the contract</h2>${coverageTable(result.coverage)}</section>`}
  <section id="run"><h2>The run</h2>${runFacts(result)}</section>
</main>
<script>${file('./in-browser.js')}</script>
</body>
</html>
`.text;
}

const title = ({ target, totals }: RunResult): string =>
  `${totals.fail > 0 ? `${totals.fail} failing` : 'passing'} · ${target.baseUrl} · Payrig`;

const startOf = ({ startedAt }: RunResult): string => `${startedAt.slice(0, 16).replace('T', ' ')} UTC`;

const environmentOf = ({ target }: RunResult): string =>
  target.environment === 'unknown' ? 'environment not known' : target.environment;

function cards({ totals, points, durationMs, requests, subject }: RunResult): Html {
  const defined = points.filter(({ verdict }) => verdict === 'defined').length;
  const card = (kind: string, value: string | number, label: string): Html =>
    html`<li class="card ${kind}"><b>${value}</b> ${label}</li>`;
  return html`<ul class="cards">
    ${card('pass', totals.pass, 'pass')}
    ${card('fail', totals.fail, 'fail')}
    ${totals.warn > 0 && card('warn', totals.warn, 'warn')}
    ${totals.error > 0 && card('error', totals.error, 'error')}
    ${card('skip', totals.skip, 'not judged')}
    ${subject !== 'receiver' && card('defined', defined, 'open points defined')}
    ${card('plain', `${(durationMs / 1000).toFixed(1)} s`, `${requests} requests`)}
  </ul>`;
}

function runFacts(result: RunResult): Html {
  const slowest = [...result.clauses].sort((a, b) => b.durationMs - a.durationMs).slice(0, 8);
  const rows: [string, string][] = [
    ['Suite', `${result.suite.name} ${result.suite.version}`],
    ['Started', result.startedAt],
    ['Seed', String(result.seed)],
    ['Inputs a property', String(result.runs)],
    ['Arrangement', result.target.arrangement],
    ...Object.entries(result.config).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  ];
  return html`<div class="facts">
    <div><h3>Configuration</h3><table>${rows.map(([name, value]) => html`<tr><th>${name}</th><td><code>${value}</code></td></tr>`)}</table></div>
    <div><h3>Slowest clauses</h3><table>${slowest.map(slowRow)}</table></div>
  </div>
  ${result.notes.map((text) => html`<p class="note">${text}</p>`)}
  ${result.leftovers.length > 0 && html`<h3>Left behind</h3><ul>${result.leftovers.map((text) => html`<li>${text}</li>`)}</ul>`}`;
}

const slowRow = ({ clause, durationMs, requests, runs }: ClauseResult): Html =>
  html`<tr><th><a href="#clause-${clause}">${clause}</a></th><td>${Math.round(durationMs)} ms</td><td>${requests} requests</td><td>${runs} ${runs === 1 ? 'run' : 'runs'}</td></tr>`;
