/** What the comment before a fenced block says of it. */
export type Mark =
  | { kind: 'run' | 'background'; prints: readonly string[]; program?: string; node?: number }
  | { kind: 'file'; name: string }
  | { kind: 'pipeline'; name: string; prints: readonly string[]; program?: string; node?: number }
  | { kind: 'printed' };

export type Block = { language: string; text: string; line: number; mark?: Mark };

const fenced = /(?:^ *<!-- *([^\n]*?) *-->\n\n?)?^( *)```(\w+)\n(.*?)^ *```$/gms;
const running = /^run( in the background)?(?: where there is (\w+))?(?: on Node (\d+))?(?:, prints: (.*))?$/;

/**
 * The fenced blocks of a document, with the marks before them:
 *
 * - `<!-- run -->`, `<!-- run, prints: LINKED | "effects" -->`: run by a test, in order, in one shell
 * - `<!-- run in the background -->`: started, and running until the end of the document
 * - `... where there is docker`: needs a program that not everybody has; `... on Node 22`: not on an older one
 * - `<!-- file: NAME -->`: written into the working folder when its turn comes
 * - `<!-- pipeline: .gitlab-ci.yml, prints: ... -->`: written, and its steps run as a runner would, in an empty folder
 * - `<!-- printed -->`: what the block before it prints
 */
export function documentBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(fenced)].map((match) => {
    const [, comment, indent, language, text] = match;
    const mark = comment === undefined ? undefined : markOf(comment);
    const line = markdown.slice(0, match.index).split('\n').length;
    const own = text!.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return { language: language!, text: own, line, ...(mark && { mark }) };
  });
}

function markOf(comment: string): Mark | undefined {
  const [isRun, background, program, node, prints] = running.exec(comment) ?? [];
  if (isRun !== undefined)
    return {
      kind: background === undefined ? 'run' : 'background',
      prints: prints?.split(' | ') ?? [],
      ...(program !== undefined && { program }),
      ...(node !== undefined && { node: Number(node) }),
    };
  const [, name] = /^file: (\S+)$/.exec(comment) ?? [];
  if (name !== undefined) return { kind: 'file', name };
  const [, pipeline, said] = /^pipeline: (\S+?)(?:, prints: (.*))?$/.exec(comment) ?? [];
  if (pipeline !== undefined) return { kind: 'pipeline', name: pipeline, prints: said?.split(' | ') ?? [] };
  return comment === 'printed' ? { kind: 'printed' } : undefined;
}
