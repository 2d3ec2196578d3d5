import { type Html, html } from '../../spec/html.ts';

/** A panel with an answer to look at and copy; further ones can be folded. */
export function codePanel(title: string, code: Html, isFolded = false): Html {
  return isFolded
    ? html`<details class="panel"><summary>${title}</summary>${copy}<pre>${code}</pre></details>`
    : html`<div class="panel"><p class="title">${title}</p>${copy}<pre>${code}</pre></div>`;
}

/** A panel with a command to paste into a shell. */
export function shellPanel(title: string, command: string): Html {
  return html`<div class="panel wraps"><p class="title">${title}</p>${copy}<pre>${command}</pre></div>`;
}

const copy = html`<button type="button" class="copy">copy</button>`;
