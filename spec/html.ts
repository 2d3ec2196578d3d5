/** Markup that is safe to put into a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = Html | string | number | undefined | false | null | readonly Piece[];

/** Markup from a template: what is put in is escaped, unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(strings.reduce((text, string, index) => text + rendered(pieces[index - 1]) + string));

function rendered(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map(rendered).join('');
  return piece === undefined || piece === null || piece === false ? '' : escaped(String(piece));
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);

/** A description: paragraphs, with `code` where it stands between backticks. */
export function prose(text: string | undefined): Html {
  const paragraphs = (text ?? '')
    .trim()
    .split(/\n\s*\n/)
    .filter((one) => one !== '');
  return html`${paragraphs.map((one) => html`<p>${inline(one)}</p>`)}`;
}

export const inline = (text: string): Html =>
  new Html(escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>'));
