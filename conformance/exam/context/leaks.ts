import type { Sealing } from '../../../spec/forgeries.ts';
import { sign } from '../../../spec/webhooks/index.ts';
import { isTaken, type Reply } from '../../receiver/sender.ts';
import { secretFinder } from '../../values/holds-secret.ts';

/** So much of a text in a row is no accident; an acknowledgement may name the user. */
const longRun = { refused: 30, taken: 80 };

/** Looks into every answer of an exam for what it must not hold, and keeps the first that does. */
export class Leaks {
  signature: Reply | undefined;
  secrets: Reply | undefined;
  readonly #sealing: Sealing;
  readonly #finders: readonly ((text: string) => boolean)[];

  constructor(sealing: Sealing) {
    const { secret, key } = sealing;
    this.#sealing = sealing;
    // To look for the pieces anew in every answer took a sixth of an exam's processor time.
    this.#finders = [secret, key, key && Buffer.from(key, 'base64').toString('hex')].map(secretFinder);
  }

  look(reply: Reply): void {
    if ('silence' in reply) return;
    const text = unescaped(`${JSON.stringify(reply.headers)} ${reply.text}`);
    const lower = text.toLowerCase();
    const { secret, key } = this.#sealing;
    const { body, headers, plain = '' } = reply.sent;
    const given = Object.values(headers).join(' ').toLowerCase();
    const right = secret === undefined ? '' : sign(body, secret);
    const forms = [right, Buffer.from(right, 'hex').toString('base64')].flatMap(piecesOf);
    const isToldOf = (piece: string): boolean =>
      (text.includes(piece) || lower.includes(piece)) && !given.includes(piece.toLowerCase());
    if (!given.includes(right) && forms.some(isToldOf)) this.signature ??= reply;
    const isTold = key !== undefined && !body.toString().includes(plain.slice(0, longRun.refused));
    const run = longRun[isTaken(reply) ? 'taken' : 'refused'];
    if (this.#finders.some((holds) => holds(text)) || (isTold && hasRunOf(text, plain, run)))
      this.secrets ??= reply;
  }
}

/** Of a signature, sixteen characters in a row tell too much. */
const piecesOf = (form: string): string[] =>
  Array.from({ length: Math.max(0, form.length - 15) }, (_, at) => form.slice(at, at + 16));

/** A text with what it would say without quotation: `\"` and the escapes of URLs. */
const unescaped = (text: string): string =>
  text
    .replaceAll('\\"', '"')
    .replace(/(%[0-9a-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString());

function hasRunOf(text: string, plain: string, length: number): boolean {
  for (let at = 0; at + length <= Math.min(plain.length, 2000); at++)
    if (text.includes(plain.slice(at, at + length))) return true;
  return false;
}
