/** What the comment before a fenced block says of it. */
export type Mark =
  | { kind: 'run'; prints: readonly string[] }
  | { kind: 'background' }
  | { kind: 'file'; name: string }
  | { kind: 'run by'; file: string }
  | { kind: 'not run'; reason: string };

export type Block = { language: string; text: string; line: number; mark?: Mark };

const fenced = /(?:^ *<!-- *([^\n]*?) *-->\n\n?)?^ *```(\w+)\n(.*?)^ *```$/gms;

/**
 * The fenced blocks of a document, with the marks before them:
 *
 * - `<!-- run -->`, `<!-- run, prints: LINKED | "effects" -->`: run by a test, in order, in one shell
 * - `<!-- run in the background -->`: started, and running until the end of the document
 * - `<!-- file: NAME -->`: written into the working folder before anything runs
 * - `<!-- run by PATH -->`: a test of its own runs it
 * - `<!-- not run: REASON -->`
 */
export function documentBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(fenced)].map((match) => {
    const [, comment, language, text] = match;
    const mark = comment === undefined ? undefined : markOf(comment);
    const line = markdown.slice(0, match.index).split('\n').length;
    return { language: language!, text: text!, line, ...(mark && { mark }) };
  });
}

function markOf(comment: string): Mark | undefined {
  const [, verb, rest = ''] =
    /^(run in the background|run by|run|file|not run)(?:,? *prints)?:? *(.*)$/.exec(comment) ?? [];
  switch (verb) {
    case 'run':
      return { kind: 'run', prints: rest === '' ? [] : rest.split(' | ') };
    case 'run in the background':
      return { kind: 'background' };
    case 'file':
      return { kind: 'file', name: rest };
    case 'run by':
      return { kind: 'run by', file: rest };
    case 'not run':
      return { kind: 'not run', reason: rest };
    default:
      return undefined;
  }
}
