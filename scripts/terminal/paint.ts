import { styleText } from 'node:util';

const styles = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const;

export type Paint = Record<(typeof styles)[number], (text: string) => string>;

/** Styles for a stream: none unless it is a terminal, and none under NO_COLOR. */
export const paintFor = (stream: NodeJS.WritableStream): Paint =>
  Object.fromEntries(
    styles.map((style) => [style, (text: string) => styleText(style, text, { stream })]),
  ) as Paint;
