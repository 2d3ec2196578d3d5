import { type Html, html } from '../../spec/html.ts';
import type { Trial } from './curl.ts';

/** A panel with an answer to look at and copy; further ones can be folded. */
export function codePanel(title: string, code: Html, isFolded = false): Html {
  return isFolded
    ? html`<details class="panel"><summary>${title}</summary>${copy}<pre tabindex="0">${code}</pre></details>`
    : html`<div class="panel"><p class="title">${title}</p>${copy}<pre tabindex="0">${code}</pre></div>`;
}

/** A panel with a command to paste into a shell. */
export function shellPanel(title: string, command: string, trial?: Trial): Html {
  const attempt =
    trial &&
    html`<button type="button" class="try" data-method="${trial.method}" data-path="${trial.path}" data-body="${trial.body ?? ''}">try it</button>`;
  return html`<div class="panel wraps"><p class="title">${title}</p>${attempt}${copy}<pre tabindex="0">${command}</pre></div>`;
}

const copy = html`<button type="button" class="copy">copy</button>`;
