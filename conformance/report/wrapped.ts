/** A text in lines no wider than a terminal, each behind the same indentation. A token that is too long has its own line. */
export function wrapped(text: string, columns: number, indentation: string): string[] {
  const room = Math.max(20, columns - indentation.length);
  return text.split('\n').flatMap((paragraph) => linesOf(paragraph, room).map((line) => indentation + line));
}

export const hanging = (mark: string, text: string, columns: number, indentation: string): string[] =>
  wrapped(text, columns, indentation + ' '.repeat(mark.length)).map((line, nth) =>
    nth === 0 ? `${indentation}${mark}${line.trimStart()}` : line,
  );

/** The pieces of a text after which a line may end: at a space, or at JSON's punctuation outside of a string. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const lastQuote = text.lastIndexOf('"');
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"' && text[at - 1] !== '\\') isQuoted = !isQuoted && at < lastQuote;
    if (isQuoted || !' \t,{['.includes(character)) continue;
    tokens.push(text.slice(start, at + 1));
    start = at + 1;
  }
  return [...tokens, text.slice(start)];
}

function linesOf(paragraph: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of tokensOf(paragraph)) {
    if (line !== '' && (line + piece).trimEnd().length > room) {
      lines.push(line.trimEnd());
      line = piece;
    } else line += piece;
  }
  return [...lines, line.trimEnd()];
}
