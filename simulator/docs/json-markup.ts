import { escaped, Html } from '../../spec/html.ts';

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
