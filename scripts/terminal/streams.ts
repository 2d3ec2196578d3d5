import { printable } from '../../conformance/target/printable.ts';
import { secretsInAddresses } from '../../spec/given-address.ts';
import { mask } from '../../spec/redact-urls.ts';

type Stream = NodeJS.WriteStream;

/** The styles of `paint.ts`. A foreign text that has them can colour a line, and no more. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a style begins with one
const styles = /(\u001b\[(?:[12]|22|3[1236]|39)m)/;

const raw = new WeakMap<Stream, (text: string) => unknown>();

/**
 * Makes a stream the one exit of all that a command prints: what would steer a terminal is written out, and no user or password
 * of an address among the words or the variables of the command gets through, whichever part of it prints.
 */
export function guardTerminal(stream: Stream, given: readonly string[]): void {
  const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;
  const secrets = secretsInAddresses(given);
  const redacted = (text: string): string =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, mask), text);
  const isPainted = stream.isTTY || process.env['FORCE_COLOR'] !== undefined;
  const shown = (text: string): string => redacted(isPainted ? painted(text) : printable(text));
  raw.set(stream, (text) => write(redacted(text)));
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? shown(chunk) : chunk, ...rest)) as Stream['write'];
}

/** A stream for what draws on the screen by itself; it makes foreign texts printable on its own. */
export function drawingOn(stream: Stream) {
  const { isTTY, rows, columns } = stream;
  return { isTTY, rows, columns, write: raw.get(stream) ?? ((text: string) => stream.write(text)) };
}

/** Split by what is in brackets in a pattern, a text has a style in every second place. */
const painted = (text: string): string =>
  text
    .split(styles)
    .map((part, at) => (at % 2 === 0 ? printable(part) : part))
    .join('');
