import type { WriteStream } from 'node:tty';

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** Colours a text, or leaves it as it is where nobody looks at a terminal. */
export type Paint = { [Colour in keyof typeof codes]: (text: string) => string };

/** Colours for a stream: only on a terminal, and not when NO_COLOR asks for none. */
export function paintFor(stream: Pick<WriteStream, 'isTTY'>, environment: NodeJS.ProcessEnv): Paint {
  const isWanted = stream.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
  const painter = (code: number) => (text: string) => (isWanted ? `\u001b[${code}m${text}\u001b[0m` : text);
  return Object.fromEntries(Object.entries(codes).map(([colour, code]) => [colour, painter(code)])) as Paint;
}
