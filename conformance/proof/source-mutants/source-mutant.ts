/** A place in a text; lines and columns count from 0. */
type Position = { readonly line: number; readonly column: number };

/** One edit of the simulator's source that a machine made. */
export type SourceMutant = {
  readonly id: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The kind of edit, such as ConditionalExpression. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** The whole of the line, or of its first one. */
  readonly source: string;
};

type Made = {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
};

/** What the instrumenter tells of a mutant, with the text that it replaces. */
export function sourceMutant(made: Made, text: string): SourceMutant {
  const { start, end } = made.location;
  const lines = text.split('\n');
  const source = lines[start.line] ?? '';
  const span = lines.slice(start.line, end.line + 1);
  const last = span.length - 1;
  span[last] = (span[last] ?? '').slice(0, end.column);
  span[0] = (span[0] ?? '').slice(start.column);
  return {
    id: made.id,
    file: made.fileName,
    line: start.line + 1,
    mutator: made.mutatorName,
    original: span.join('\n'),
    replacement: made.replacement,
    source: source.trim(),
  };
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A name that outlives edits elsewhere in the file: where it is, and what becomes of what. */
export const mutantKey = ({ file, source, original, replacement }: SourceMutant): string =>
  `${file}: ${onOneLine(source)} :: ${shortened(original)} => ${shortened(replacement)}`;

/** A text on one line, cut after `most` characters. */
export const shortened = (text: string, most = 120): string => {
  const line = onOneLine(text);
  return line.length > most ? `${line.slice(0, most)}…` : line;
};
