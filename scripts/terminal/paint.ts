import { styleText } from 'node:util';

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export type Paint = Record<Style, (text: string) => string>;

/** Styles for a stream: none unless it is a terminal, and none under NO_COLOR. */
export function paintFor(stream: NodeJS.WritableStream): Paint {
  const style = (name: Style) => (text: string) => styleText(name, text, { stream });
  return {
    bold: style('bold'),
    dim: style('dim'),
    red: style('red'),
    green: style('green'),
    yellow: style('yellow'),
    cyan: style('cyan'),
  };
}
