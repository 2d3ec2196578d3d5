import { isDeepStrictEqual } from 'node:util';
import { type Html, html } from '../../../spec/html.ts';
import { defaultProfile } from '../../../spec/profile.ts';
import type { PointResult, RunResult } from '../../result.ts';

/** The open points as this deployment fills them, those first that differ from Payrig's own: nothing here is right or wrong. */
export function pointsTable({ points, profile }: RunResult): Html {
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
        ? html`<h3>${different.length} ${different.length === 1 ? 'differs' : 'differ'} from the sandbox of Payrig</h3><table class="points"><thead><tr><th>Open point</th><th>Here</th><th>In the sandbox</th></tr></thead><tbody>${different.map((point) => row(point, oursOf(point)))}</tbody></table>`
        : defined.length > 0 && html`<p>All that is known is as in the sandbox of Payrig.</p>`
    }
    ${same.length > 0 && html`<details><summary>${same.length} as in the sandbox of Payrig</summary><table class="points"><tbody>${same.map((point) => row(point))}</tbody></table></details>`}
    ${unknown.length > 0 && html`<details><summary>${unknown.length} not known</summary><table class="points"><tbody>${unknown.map((point) => row(point))}</tbody></table></details>`}
    <details><summary>As a profile that a sandbox can obey</summary><pre tabindex="0">${JSON.stringify(profile, null, 2)}</pre></details>`;
}

function row({ point, question, verdict, value, from, reason }: PointResult, ours?: unknown): Html {
  const shown =
    verdict === 'defined'
      ? html`<code>${JSON.stringify(value)}</code>${from === 'profile' && html` <span class="dim">given</span>`}`
      : html`<span class="dim">${reason}</span>`;
  return html`<tr><td><code>${point}</code><p>${question}</p></td><td>${shown}</td>${ours !== undefined && html`<td><code class="dim">${JSON.stringify(ours)}</code></td>`}</tr>`;
}
