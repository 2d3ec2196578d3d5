// Control characters, those that turn the direction of writing, separators that break lines, and halves of surrogates.
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters that are looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const written = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The text as a terminal or a page can be given it: what would steer them is written out as an escape. */
export const printable = (text: string): string => text.replace(unprintable, written);

export const isPrintableLine = (text: string): boolean => !/[\t\n]/.test(text) && printable(text) === text;

/** A text of at most `most` characters, cut where a word or a value of JSON ends. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const [whole = ''] = /^.*(?:[,{[]|\s)/s.exec(text.slice(0, most)) ?? [];
  return `${whole.trimEnd() || text.slice(0, most)} …`;
}

/** No real report is nested deeper. A hostile one may be, so as to overflow the reader's stack. */
const MOST_LEVELS = 200;

export const printableValue = <T>(value: T): T => walk(value, MOST_LEVELS) as T;

function walk(node: unknown, levels: number): unknown {
  if (typeof node === 'string') return printable(node);
  if (node === null || typeof node !== 'object') return node;
  if (levels === 0) return '…';
  if (Array.isArray(node)) return node.map((child) => walk(child, levels - 1));
  const fields = Object.entries(node).map(([key, child]) => [printable(key), walk(child, levels - 1)]);
  return Object.fromEntries(fields);
}

/** JSON in which such characters are escaped, so that it may go to a terminal and still reads the same. */
export const printableJson = (value: unknown): string => printable(JSON.stringify(value, null, 2));
