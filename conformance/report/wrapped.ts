/** A text in lines no wider than a terminal, each behind the same indentation; a word too long for a line is cut. */
export function wrapped(text: string, columns: number, indentation: string): string[] {
  const room = Math.max(20, columns - indentation.length);
  return text.split('\n').flatMap((paragraph) => linesOf(paragraph, room).map((line) => indentation + line));
}

function linesOf(paragraph: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ').flatMap((one) => pieces(one, room))) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const pieces = (word: string, room: number): string[] =>
  word.length <= room ? [word] : (word.match(new RegExp(`.{1,${room}}`, 'gs')) ?? []);
