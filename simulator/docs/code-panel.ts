import { escaped, Html, html } from '../../spec/html.ts';
import type { Trial } from './curl.ts';

/** A panel with an answer to look at and copy; further ones can be folded. */
export const codePanel = (title: string, code: Html, isFolded = false): Html =>
  isFolded
    ? html`<details class="panel"><summary>${title}</summary>${copy}<pre tabindex="0">${code}</pre></details>`
    : html`<div class="panel"><p class="title">${title}</p>${copy}<pre tabindex="0">${code}</pre></div>`;

/** A panel with a command to paste into a shell. */
export function shellPanel(title: string, command: string, trial?: Trial): Html {
  const attempt =
    trial &&
    html`<button type="button" class="try" data-method="${trial.method}" data-path="${trial.path}" data-body="${trial.body ?? ''}">try it</button>`;
  return html`<div class="panel wraps"><p class="title">${title}</p>${attempt}${copy}<pre tabindex="0">${command}</pre></div>`;
}

const copy = html`<button type="button" class="copy">copy</button>`;

const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?)/g;

/** JSON to look at, its keys, texts and other values told apart. */
export function jsonMarkup(value: unknown): Html {
  const text = JSON.stringify(value, null, 2) ?? '';
  let markup = '';
  let from = 0;
  for (const match of text.matchAll(tokens)) {
    const [whole, quoted, colon] = match;
    const kind = quoted === undefined ? 'n' : colon === undefined ? 's' : 'k';
    markup += `${escaped(text.slice(from, match.index))}<span class="j${kind}">${escaped(quoted ?? whole)}</span>${colon ?? ''}`;
    from = match.index + whole.length;
  }
  return new Html(markup + escaped(text.slice(from)));
}
