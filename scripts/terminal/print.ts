export type Write = (text: string) => void;

export const toStdout: Write = (text) => void process.stdout.write(text);

export const say = (line: string): void => toStdout(`${line}\n`);

/** One line: an outcome as JSON for a program, else as a text. */
export const outcomeLine = (json: boolean, data: object, text: string): string =>
  `${json ? JSON.stringify(data) : text}\n`;

export function print(json: boolean | undefined, data: object, text: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : text());
}
