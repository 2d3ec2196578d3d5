import { hash } from 'node:crypto';
import type { JsonObject } from '../../spec/json.ts';
import { isUuid } from '../target/read-json.ts';
import { Bounded } from './memory/bounded.ts';

const plain = (value: string): string => value.replaceAll(/[\s-]/g, '').toUpperCase();
/** The spellings in which a secret may show up again. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret, 'base64');
  return [secret, bytes.toString('base64url'), bytes.toString('hex')];
};
const birthForm = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z)?$/;
const birthsIn = /(\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z)?)/;

/**
 * Draws stand-ins for single values: the same for the same value, and of the same format where a format is known. A value that
 * no format matches as a whole becomes a word, of which nothing is the value's.
 */
export class StandInValues {
  readonly #key: string;
  readonly #made = new Bounded<string, string>(20_000);
  readonly #secrets = new Bounded<string, string>(1000);
  readonly #words: ReadonlySet<string>;

  /** `words` may stay in a message; with the same key the same value has the same stand-in. */
  constructor(words: ReadonlySet<string>, key: string) {
    this.#words = words;
    this.#key = key;
  }

  // One call takes a quarter of the time of an HMAC object. Nothing but the first bytes of a hash leaves this class.
  #hash(kind: string, value: string): Buffer {
    return hash('sha256', `${this.#key} ${kind} ${value}`, 'buffer');
  }

  word(kind: string, value: string): string {
    return `${kind}-${this.#hash(kind, value).toString('hex', 0, 5)}`;
  }

  /** Whether the contract uses this word, so that it says nothing of a person. */
  isOfContract(word: string): boolean {
    return this.#words.has(word.toLowerCase());
  }

  /** A text in which a secret stands shows the secret's stand-in: of secrets within each other, that of the longest. */
  known(text: string): string | undefined {
    if (text.length < 8) return undefined;
    let longest = '';
    let shown: string | undefined;
    for (const [secret, standIn] of this.#secrets)
      if (secret.length > longest.length && text.includes(secret))
        [longest, shown] = [secret, `text ${standIn}`];
    return shown;
  }

  /** The stand-in for a text of this kind (x-personal); an amount has the same one for one person. */
  text(kind: string, value: string, person: string): string {
    const key = `${kind} ${kind === 'amount' || kind === 'balance' ? person : ''} ${value}`;
    let made = this.#made.get(key);
    if (made === undefined) {
      made = this.#drawn(kind, value, person);
      this.#made.set(key, made);
    }
    return made;
  }

  #drawn(kind: string, value: string, person: string): string {
    switch (kind) {
      case 'message':
        return this.#message(value);
      case 'birth':
        return this.#birth(value);
      case 'amount':
      case 'balance':
        return this.#amount(value, person, kind === 'balance' ? ',' : '');
      case 'email':
        return /^[^@\s]+@[^@\s]+$/.test(value)
          ? `${this.word('person', value)}@example.com`
          : this.word(kind, value);
      case 'post-code': {
        const [, blank = '', area] =
          /^(\s?)([A-Za-z]{1,2})\d[A-Za-z\d]? {0,2}\d[A-Za-z]{2}\s?$/.exec(value) ?? [];
        if (area === undefined) return this.word(kind, value);
        return blank + area + this.#mapped(kind, value.slice(blank.length + area.length), plain(value));
      }
      case 'url':
        return this.#url(value);
      case 'secret':
        return this.#secret(value);
      case 'digits':
      case 'phone':
        return /^(?=.{1,60}$)\+?\(?[A-Za-z0-9]+\)?(?:[ -]\(?[A-Za-z0-9]+\)?)*$/.test(value)
          ? this.#mapped(kind, value, plain(value))
          : this.word(kind, value);
      default:
        return this.known(value) ?? this.word(kind, value);
    }
  }

  number(kind: string, value: number, person: string): number {
    // A number in the place of another personal value, such as a phone, is replaced as a whole.
    if (kind !== 'amount') return this.#hash(kind, `${value}`).readUInt32BE() % 100_000_000;
    return Number(this.text('amount', value.toFixed(2), person));
  }

  /** A token, or a key; a sign-in gives as a secret what a header shows later, and the stand-in is the same. */
  token(value: string): string {
    if (/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value) && value.length % 4 === 0 && value.length <= 8000)
      return this.#bytes(value).toString('base64');
    // The Base64 of a JWT may have dashes side by side, and at its ends.
    const form = /^(?:[A-Za-z0-9]+(?:[._~+/-][A-Za-z0-9]+)*|[\w-]+\.[\w-]+\.[\w-]+)$/;
    const isToken = value.length <= 8000 && form.test(value);
    return isToken ? this.#mapped('secret', value) : this.word('secret', value);
  }

  /** As many bytes as the Base64 text has. */
  #bytes(value: string): Buffer {
    const length = Buffer.from(value, 'base64').length;
    const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
      this.#hash(`secret ${at}`, value),
    );
    return Buffer.concat(blocks).subarray(0, length);
  }

  id(value: string): string {
    return isUuid(value) || value === '' ? value : encodeURIComponent(this.word('id', value));
  }

  path(url: string): string {
    const [path = ''] = url.split('?', 1);
    return path.replace(/[^/]+/g, (part) => this.word('p', part)) + (url.includes('?') ? '?query' : '');
  }

  /** Letters for letters and digits for digits, separators as they are; what differs in blanks alone is mapped alike. */
  #mapped(kind: string, value: string, as = value): string {
    const drawn = this.#hash(kind, as);
    let at = 0;
    return value.replace(/[A-Za-z0-9]/g, (character) => {
      const random = drawn[at++ % drawn.length]!;
      // A number keeps its length.
      if (character <= '9')
        return character === '0' && at === 1 ? '0' : String(at === 1 ? 1 + (random % 9) : random % 10);
      return String.fromCharCode((character < 'a' ? 65 : 97) + (random % 26));
    });
  }

  #secret(value: string): string {
    const standIn = this.token(value);
    if (value.length < 8) return standIn;
    const forms = formsOf(standIn);
    for (const [at, form] of formsOf(value).entries())
      if (form.length >= 8) this.#secrets.set(form, forms[at]!);
    return standIn;
  }

  #url(value: string): string {
    if (!URL.canParse(value)) return this.word('url', value);
    const { protocol, host, pathname, search } = new URL(value);
    const scheme = /^https?:$/.test(protocol) ? protocol : 'other:';
    return `${scheme}//${this.word('host', host)}.example${this.path(pathname + search)}`;
  }

  /** The document separates thousands of a balance, and of nothing else. */
  #amount(value: string, person: string, short: string): string {
    return (
      amountLike(value, (sum) => this.#hash('amount', `${person} ${sum}`), short) ??
      this.word('amount', value)
    );
  }

  #birth(value: string): string {
    if (!birthForm.test(value)) return this.word('birth', value);
    const date = birthLike(value.slice(0, 10), (day) => this.#hash('birth', day));
    return date === undefined ? this.word('birth', value) : date + value.slice(10);
  }

  /** Words of the contract stay; a date of birth and a post code have their stand-ins; all else is replaced. */
  #message(text: string): string {
    const known = this.known(text);
    if (known !== undefined) return known;
    const [, before, code, rest] = /^(Postcode )(.+)( has no ONS region; supported: .*)$/s.exec(text) ?? [];
    if (code !== undefined) return `${before}${this.text('post-code', code, '')}${this.#said(rest!)}`;
    if (!/date_of_birth/.test(text)) return this.#said(text);
    return text
      .split(birthsIn)
      .map((part, at) => (at % 2 === 1 ? this.#birth(part) : this.#said(part)))
      .join('');
  }

  /** Words of the contract, and single marks of punctuation between them. */
  #said(text: string): string {
    return text
      .replace(/[^\p{L}\p{N}\p{M}\s!-~]+/gu, '')
      .replace(/[\p{L}\p{N}\p{M}_@.+-]+/gu, (word) => {
        const bare = word.replace(/[.+-]{1,3}$/, '');
        return this.#isStated(bare.toLowerCase()) || isUuid(bare) ? word : this.word('w', word);
      })
      .replace(/([^\p{L}\p{N}\s]{2})[^\p{L}\p{N}\s]+/gu, '$1');
  }

  /** Whether this is a word of the contract, or a place in a body such as files.0.file_name. */
  #isStated(word: string): boolean {
    const parts = word.split('.');
    const isPlace = parts.length === 1 || this.#words.has(parts[0]!);
    return isPlace && parts.every((part) => this.#words.has(part) || /^\d{1,3}$/.test(part));
  }
}

/** Draws bytes for a value, the same ones for the same value. */
type Draw = (value: string) => Buffer;

const day = 86_400_000;

/**
 * Years of birth that the service tells apart, and those from which a stand-in is drawn: over the age limit of estimates (150
 * years), grown up, a child, and after any payslip. Within a range nothing of the date is left.
 */
const births: readonly (readonly [upTo: number, from: number, to: number])[] = [
  [1875, 1700, 1860],
  [2007, 1945, 2003],
  [2023, 2009, 2020],
  [9999, 2090, 2099],
];

/** Another date of birth of the same range; undefined when this is no date. */
function birthLike(date: string, draw: Draw): string | undefined {
  const at = Date.parse(date);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date) return undefined;
  const [, from, to] = births.find(([upTo]) => Number(date.slice(0, 4)) <= upTo) ?? births.at(-1)!;
  const first = Date.UTC(from, 0, 1);
  const days = (Date.UTC(to + 1, 0, 1) - first) / day;
  return new Date(first + (draw(date).readUInt32BE() % days) * day).toISOString().slice(0, 10);
}

/**
 * Another amount with the same sign, places and separators; undefined when this is no amount. It is drawn anew for each value
 * from the same range, so that neither a factor nor a size can be found out; nought stays nought. `short` separates thousands
 * where the value has none.
 */
function amountLike(value: string, draw: Draw, short = ''): string | undefined {
  const [, sign = '', whole, decimals = ''] =
    /^(-?)(\d{1,15}|\d{1,3}(?:[,' \u00a0\u202f]\d{3}){1,4})(\.\d{1,6})?$/.exec(value) ?? [];
  if (whole === undefined) return undefined;
  const millionths = BigInt(whole.replace(/\D/g, '') + decimals.slice(1).padEnd(6, '0'));
  if (millionths === 0n) return value;
  const drawn = draw(String(millionths));
  const pounds = String(1000 + (drawn.readUInt32BE() % 9000));
  const [separator = whole.length > 3 ? '' : short] = /\D/.exec(whole) ?? [];
  const sixDigits = String(drawn.readUInt32BE(4) % 1_000_000).padStart(6, '0');
  // What was whole pence stays whole pence: sums of them are compared in pence.
  const fraction = millionths % 10_000n === 0n ? `${sixDigits.slice(0, 2)}0000` : sixDigits;
  const places = decimals.length - 1;
  return `${sign}${pounds[0]}${separator}${pounds.slice(1)}${places > 0 ? `.${fraction.slice(0, places)}` : ''}`;
}

const millionthsOf = (value: unknown): number =>
  /^-?\d{1,9}(\.\d{1,6})?$/.test(`${value}`) ? Math.round(Number(value) * 1e6) : Number.NaN;

/** An estimate's total that was the sum of its parts is the sum of their stand-ins: a clause says that it must be. */
export function keepSum(value: JsonObject, shown: JsonObject): void {
  const sum = (one: JsonObject): number => millionthsOf(one['cost_of_living']) + millionthsOf(one['housing']);
  const { total: before } = value;
  if (millionthsOf(before) !== sum(value)) return;
  const total = sum(shown) / 1e6;
  // Some write no noughts at the end: the sum of the stand-ins may need more places than the total had.
  const places = [before, shown['cost_of_living'], shown['housing']].map(
    (one) => String(one).split('.')[1]?.length ?? 0,
  );
  shown['total'] = typeof before === 'number' ? total : total.toFixed(Math.max(...places));
}
