import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Html, html } from '../../spec/html.ts';
import { defaultProfile } from '../../spec/profile.ts';
import {
  type ClauseResult,
  type ContractCoverage,
  isAsked,
  type Met,
  type PointResult,
  placeText,
  type RunResult,
  type Verdict,
} from '../judgement/result.ts';
import { printableValue } from '../target/printable.ts';
import { alsoText, type Cause, causesOf } from './causes.ts';
import { type Comparison, comparisonParts } from './compare.ts';
import { unarrangedText } from './console.ts';
import { evidenceCounts, evidenceLines, evidenceText } from './evidence.ts';
import { failureArticle } from './failure-article.ts';
import { byArea, having } from './grouped.ts';

const file = (name: string): Html => new Html(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Where a reader learns what the words of a report mean. */
const guide = 'https://github.com/payrig/payrig/blob/main/docs/verdicts.md';

/** A run as one page that stands by itself: no request leaves it, and it can be sent to a colleague. */
export function htmlReport(raw: RunResult, compared?: Comparison): string {
  const whole = printableValue(raw);
  const result = { ...whole, clauses: whole.clauses.filter(isAsked) };
  const { baseUrl, environment } = result.target;
  const unarranged = unarrangedText(result);
  const failures = having(result.clauses, 'fail', 'error');
  const warnings = having(result.clauses, 'warn');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>${title(result)}</title>
<style>${file('../../spec/design-tokens.css')}${file('./report.css')}</style>
</head>
<body>
<header>
  <p class="brand">${titles[result.subject ?? 'deployment']}</p>
  <h1>${result.summary}</h1>
  <p class="target"><code>${baseUrl}</code>${!isExam(result) && html` · ${environment === 'unknown' ? 'environment not known' : environment}`} · ${result.startedAt.slice(0, 16).replace('T', ' ')} UTC</p>
  ${cards(result)}
  ${evidenceLines(result).map((line) => html`<p>${line}</p>`)}
  <p><a href="${guide}">How to read a verdict</a></p>
</header>
<main>
  ${unarranged && html`<p class="note warn">${unarranged}</p>`}
  ${result.stopped && html`<p class="note warn">${result.stopped}</p>`}
  ${compared && comparisonSection(printableValue(compared))}
  ${failures.length > 0 && html`<section id="failures"><h2>Failures</h2>${causesOf(failures).map(causeArticles)}</section>`}
  ${warnings.length > 0 && html`<section id="warnings"><h2>Warnings: implied clauses that do not hold</h2>${warnings.map(failureArticle)}</section>`}
  <section id="matrix"><h2>Every clause</h2><div class="matrix">${[...byArea(result.clauses)].map(areaRow)}</div></section>
  <section id="clauses"><h2>Clauses</h2>${clauseTable(result.clauses)}</section>
  ${!isExam(result) && html`<section id="points"><h2>The profile of this deployment</h2>${pointsTable(result)}</section>`}
  ${result.coverage && html`<section id="coverage"><h2>What was met of the contract</h2>${coverageTable(result.coverage)}</section>`}
  <section id="run"><h2>The run</h2>${runFacts(result)}</section>
</main>
<script>${file('./in-browser.js')}</script>
</body>
</html>
`.text;
}

/** The clause with the shortest story, and the others that fail for the same reason in a fold. */
const causeArticles = ([first, ...others]: Cause) => html`${failureArticle(first)}
  ${others.length > 0 && html`<details class="also"><summary>${alsoText(others.length)} ${others.map(({ clause }) => clause).join(', ')}</summary>${others.map(failureArticle)}</details>`}`;

/** An exam judges no deployment. */
const isExam = ({ subject }: Pick<RunResult, 'subject'>): boolean =>
  subject === 'receiver' || subject === 'client';

const titles = {
  deployment: 'Payrig conformance',
  receiver: 'Payrig exam of a receiver',
  client: 'Payrig exam of a client',
  traffic: 'Payrig watch',
};

const title = ({ target, totals }: RunResult): string =>
  `${totals.fail > 0 ? `${totals.fail} failing` : 'passing'} · ${target.baseUrl} · Payrig`;

function cards({ totals, clauses, points, durationMs, requests, subject }: RunResult): Html {
  const defined = points.filter(({ verdict }) => verdict === 'defined').length;
  const card = (kind: string, value: string | number, label: string, place: string): Html =>
    html`<li class="card ${kind}"><a href="#${place}" data-only="${kind}"><b>${value}</b> ${label}</a></li>`;
  return html`<ul class="cards">
    ${card('pass', totals.pass, 'pass', 'clauses')}
    ${card('fail', totals.fail, 'fail', totals.fail > 0 ? 'failures' : 'clauses')}
    ${totals.warn > 0 && card('warn', totals.warn, 'warn', 'warnings')}
    ${totals.error > 0 && card('error', totals.error, 'error', 'failures')}
    ${card('skip', clauses.filter(({ skip }) => skip).length, 'not judged', 'clauses')}
    ${!isExam({ subject }) && card('defined', defined, 'open points defined', 'points')}
    ${card('plain', `${(durationMs / 1000).toFixed(1)} s`, `${requests} requests`, 'run')}
  </ul>`;
}

function comparisonSection(compared: Comparison): Html {
  const parts = comparisonParts(compared);
  return html`<section id="comparison"><h2>Since the earlier run</h2>
    ${parts.length === 0 && html`<p>Nothing changed since the older run.</p>`}
    ${parts.map(
      ([title, moves]) =>
        html`<h3>${title} (${moves.length})</h3><ul>${moves.map(
          ({ clause, from, to, detail }) =>
            html`<li><a href="#clause-${clause}"><code>${clause}</code></a>: ${from} → ${to}${detail !== undefined && html`<br><span class="dim">${detail}</span>`}</li>`,
        )}</ul>`,
    )}</section>`;
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

const words: Readonly<Record<keyof ContractCoverage, string>> = {
  operations: 'Operations, and kinds of webhooks',
  statuses: 'Statuses of an operation',
  fields: 'Fields of requests, answers and webhook bodies',
  values: 'Values of enumerations',
  boundaries: 'Bounds, from within and from without',
};

/** How much of the contract the run met; what it did not meet stands behind each number. */
function coverageTable(coverage: ContractCoverage): Html {
  const kinds = Object.keys(words) as (keyof ContractCoverage)[];
  return html`<p>The report says nothing about what the run did not meet.</p>
    <table class="coverage"><thead><tr><th>Of the contract</th><th>Met</th><th>Not met</th></tr></thead>
    <tbody>${kinds.map((kind) => coverageRow(words[kind], coverage[kind]))}</tbody></table>`;
}

const coverageRow = (name: string, { met, missed }: Met): Html =>
  html`<tr><th>${name}</th><td>${met.length} of ${met.length + missed.length}</td><td>${missed.length > 0 && html`<details><summary>${missed.length}</summary><ul>${missed.map((item) => html`<li><code>${item}</code></li>`)}</ul></details>`}</td></tr>`;

/** One square a clause, a row an area: the whole run at a glance, each square a link. */
function areaRow([area, clauses]: [string, ClauseResult[]]): Html {
  const passed = having(clauses, 'pass').length;
  return html`<div class="area"><span class="name">${area}</span><span class="squares">${clauses.map(square)}</span><span class="sum">${passed}/${clauses.length}</span></div>`;
}

function square({ clause, verdict, baseline }: ClauseResult): Html {
  const target = `${['fail', 'warn', 'error'].includes(verdict) ? 'failure' : 'clause'}-${clause}`;
  return html`<a class="square ${verdict}${baseline === 'known' ? ' known' : ''}" href="#${target}" title="${clause}: ${verdict}" aria-label="${clause}: ${verdict}"></a>`;
}

const verdicts: readonly Verdict[] = ['fail', 'warn', 'error', 'skip', 'pass'];

function clauseTable(clauses: readonly ClauseResult[]): Html {
  const count = (verdict: Verdict): number => having(clauses, verdict).length;
  const present = verdicts.filter((verdict) => count(verdict) > 0);
  return html`<div class="filters">
      <input type="search" id="filter" placeholder="Filter by clause or words" aria-label="Filter clauses">
      ${present.map((verdict) => html`<label class="toggle ${verdict}"><input type="checkbox" value="${verdict}" checked> ${count(verdict)} ${verdict === 'skip' ? 'not judged' : verdict}</label>`)}
      ${evidenceCounts(clauses).map(([path, n]) => html`<label class="toggle path"><input type="checkbox" value="${path}" checked> ${n} ${path}</label>`)}
      <span id="shown" class="dim" role="status"></span>
    </div>
    <table class="clauses"><thead><tr><th>Verdict</th><th>Clause</th><th class="number">Time</th></tr></thead><tbody>${clauses.map(clauseRow)}</tbody></table>`;
}

function clauseRow(result: ClauseResult): Html {
  const { clause, level, why, statement, verdict, evidence, skip, durationMs, requests } = result;
  return html`<tr id="clause-${clause}" data-verdict="${verdict}" data-path="${evidence?.path}" data-search="${clause} ${statement}">
    <td><span class="badge ${verdict}">${verdict === 'skip' ? 'not judged' : verdict}</span></td>
    <td><code>${clause}</code><p>${statement} <span class="section">${placeText(result)}</span></p>${level === 'implied' && html`<p class="note">Implied: ${why}</p>`}${evidence && html`<p class="dim">Evidence: ${evidenceText(evidence)}</p>`}${skip && skipNote(skip)}</td>
    <td class="number">${requests > 0 && html`${Math.round(durationMs)} ms<br><span class="dim">${requests} req.</span>`}</td>
  </tr>`;
}

const skipNote = ({ message, enable, stack }: NonNullable<ClauseResult['skip']>): Html =>
  html`<p class="note">${message}${enable.length > 0 && html` To have it judged: ${enable.join('; ')}.`}</p>${stack !== undefined && html`<pre tabindex="0">${stack}</pre>`}`;

/** The open points as this deployment fills them, those first that differ from Payrig's own: nothing here is right or wrong. */
function pointsTable({ points, profile }: RunResult): Html {
  const ours = defaultProfile();
  const oursOf = (point: PointResult): unknown => ours.points[point.point];
  const isOurs = (point: PointResult): boolean => isDeepStrictEqual(point.value, oursOf(point));
  const defined = points.filter(({ verdict }) => verdict === 'defined');
  const different = defined.filter((point) => !isOurs(point));
  const same = defined.filter(isOurs);
  const unknown = points.filter(({ verdict }) => verdict === 'unknown');
  const naming = Object.entries(profile.naming ?? {}).filter(
    ([name, word]) => word !== ours.naming[name as keyof typeof ours.naming],
  );
  return html`<p>Where the interface document is silent, a deployment decides. This is what was learnt, or given, and held for the rest of the run; nothing here is right or wrong.</p>
    ${naming.length > 0 && html`<p>It has names of its own: ${naming.map(([name, word]) => html`<code>${name}</code> is <code>${String(word)}</code>. `)}</p>`}
    ${
      different.length > 0
        ? html`<h3>${different.length} ${different.length === 1 ? 'differs' : 'differ'} from the sandbox of Payrig</h3><table class="points"><thead><tr><th>Open point</th><th>Here</th><th>In the sandbox</th></tr></thead><tbody>${different.map((point) => pointRow(point, oursOf(point)))}</tbody></table>`
        : defined.length > 0 && html`<p>All that is known is as in the sandbox of Payrig.</p>`
    }
    ${pointFold(same, 'as in the sandbox of Payrig')}
    ${pointFold(unknown, 'not known')}
    <details><summary>As a profile that a sandbox can obey</summary><pre tabindex="0">${JSON.stringify(profile, null, 2)}</pre></details>`;
}

const pointFold = (points: readonly PointResult[], what: string): Html | false =>
  points.length > 0 &&
  html`<details><summary>${points.length} ${what}</summary><table class="points"><tbody>${points.map((point) => pointRow(point))}</tbody></table></details>`;

function pointRow(row: PointResult, ours?: unknown): Html {
  const { point, question, verdict, value, from, reason, remarkable } = row;
  const shown =
    verdict === 'defined'
      ? html`<code>${JSON.stringify(value)}</code>${from === 'profile' && html` <span class="dim">given</span>`}`
      : html`<span class="dim">${reason}</span>`;
  return html`<tr><td><code>${point}</code><p>${question}</p></td><td>${shown}${remarkable && html`<br>Remarkable: ${remarkable}`}</td>${ours !== undefined && html`<td><code class="dim">${JSON.stringify(ours)}</code></td>`}</tr>`;
}
