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

export type StandInValues = ReturnType<typeof standInValues>;

/**
 * Draws stand-ins for single values: the same for the same value and key, and of the same format where a format is known. A value
 * that no format matches as a whole becomes a word, of which nothing is the value's. `words` may stay in a message.
 */
export function standInValues(words: ReadonlySet<string>, key: string) {
  const made = new Bounded<string, string>(20_000);
  const secrets = new Bounded<string, string>(1000);

  // One call takes a quarter of the time of an HMAC object. Nothing but the first bytes of a hash leaves this function.
  const bytesFor = (kind: string, value: string): Buffer =>
    hash('sha256', `${key} ${kind} ${value}`, 'buffer');

  const word = (kind: string, value: string): string =>
    `${kind}-${bytesFor(kind, value).toString('hex', 0, 5)}`;

  /** A text in which a secret stands shows the secret's stand-in: of secrets within each other, that of the longest. */
  const known = (text: string): string | undefined => {
    if (text.length < 8) return undefined;
    let longest = '';
    let shown: string | undefined;
    for (const [secret, standIn] of secrets)
      if (secret.length > longest.length && text.includes(secret))
        [longest, shown] = [secret, `text ${standIn}`];
    return shown;
  };

  /** Letters for letters and digits for digits, separators as they are; what differs in blanks alone is mapped alike. */
  const mapped = (kind: string, value: string, as = value): string => {
    const drawn = bytesFor(kind, as);
    let at = 0;
    return value.replace(/[A-Za-z0-9]/g, (character) => {
      const random = drawn[at++ % drawn.length]!;
      // A number keeps its length.
      if (character <= '9')
        return character === '0' && at === 1 ? '0' : String(at === 1 ? 1 + (random % 9) : random % 10);
      return String.fromCharCode((character < 'a' ? 65 : 97) + (random % 26));
    });
  };

  /** A token, or a key; a sign-in gives as a secret what a header shows later, and the stand-in is the same. */
  const token = (value: string): string => {
    if (/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value) && value.length % 4 === 0 && value.length <= 8000)
      return sameLength(value).toString('base64');
    // The Base64 of a JWT may have dashes side by side, and at its ends.
    const form = /^(?:[A-Za-z0-9]+(?:[._~+/-][A-Za-z0-9]+)*|[\w-]+\.[\w-]+\.[\w-]+)$/;
    return value.length <= 8000 && form.test(value) ? mapped('secret', value) : word('secret', value);
  };

  /** As many bytes as the Base64 text has. */
  const sameLength = (value: string): Buffer => {
    const { length } = Buffer.from(value, 'base64');
    const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) => bytesFor(`secret ${at}`, value));
    return Buffer.concat(blocks).subarray(0, length);
  };

  const secretFor = (value: string): string => {
    const standIn = token(value);
    if (value.length < 8) return standIn;
    const forms = formsOf(standIn);
    for (const [at, form] of formsOf(value).entries()) if (form.length >= 8) secrets.set(form, forms[at]!);
    return standIn;
  };

  const path = (url: string): string => {
    const [own = ''] = url.split('?', 1);
    return own.replace(/[^/]+/g, (part) => word('p', part)) + (url.includes('?') ? '?query' : '');
  };

  const urlFor = (value: string): string => {
    if (!URL.canParse(value)) return word('url', value);
    const { protocol, host, pathname, search } = new URL(value);
    const scheme = /^https?:$/.test(protocol) ? protocol : 'other:';
    return `${scheme}//${word('host', host)}.example${path(pathname + search)}`;
  };

  /** The document separates thousands of a balance, and of nothing else. */
  const amountFor = (value: string, person: string, short: string): string =>
    amountLike(value, (sum) => bytesFor('amount', `${person} ${sum}`), short) ?? word('amount', value);

  const birthFor = (value: string): string => {
    if (!birthForm.test(value)) return word('birth', value);
    const date = birthLike(value.slice(0, 10), (day) => bytesFor('birth', day));
    return date === undefined ? word('birth', value) : date + value.slice(10);
  };

  /** Whether this is a word of the contract, or a place in a body such as files.0.file_name. */
  const isStated = (said: string): boolean => {
    const parts = said.split('.');
    const isPlace = parts.length === 1 || words.has(parts[0]!);
    return isPlace && parts.every((part) => words.has(part) || /^\d{1,3}$/.test(part));
  };

  /** Words of the contract, and single marks of punctuation between them. */
  const said = (message: string): string =>
    message
      .replace(/[^\p{L}\p{N}\p{M}\s!-~]+/gu, '')
      .replace(/[\p{L}\p{N}\p{M}_@.+-]+/gu, (one) => {
        const bare = one.replace(/[.+-]{1,3}$/, '');
        return isStated(bare.toLowerCase()) || isUuid(bare) ? one : word('w', one);
      })
      .replace(/([^\p{L}\p{N}\s]{2})[^\p{L}\p{N}\s]+/gu, '$1');

  /** Words of the contract stay; a date of birth and a post code have their stand-ins; all else is replaced. */
  const messageFor = (message: string): string => {
    const whole = known(message);
    if (whole !== undefined) return whole;
    const [, before, code, rest] =
      /^(Postcode )(.+)( has no ONS region; supported: .*)$/s.exec(message) ?? [];
    if (code !== undefined) return `${before}${text('post-code', code, '')}${said(rest!)}`;
    if (!/date_of_birth/.test(message)) return said(message);
    const parts = message.split(birthsIn);
    return parts.map((part, at) => (at % 2 === 1 ? birthFor(part) : said(part))).join('');
  };

  const drawn = (kind: string, value: string, person: string): string => {
    switch (kind) {
      case 'message':
        return messageFor(value);
      case 'birth':
        return birthFor(value);
      case 'amount':
      case 'balance':
        return amountFor(value, person, kind === 'balance' ? ',' : '');
      case 'email':
        return /^[^@\s]+@[^@\s]+$/.test(value) ? `${word('person', value)}@example.com` : word(kind, value);
      case 'post-code': {
        const [, blank = '', area] =
          /^(\s?)([A-Za-z]{1,2})\d[A-Za-z\d]? {0,2}\d[A-Za-z]{2}\s?$/.exec(value) ?? [];
        if (area === undefined) return word(kind, value);
        return blank + area + mapped(kind, value.slice(blank.length + area.length), plain(value));
      }
      case 'url':
        return urlFor(value);
      case 'secret':
        return secretFor(value);
      case 'digits':
      case 'phone':
        return /^(?=.{1,60}$)\+?\(?[A-Za-z0-9]+\)?(?:[ -]\(?[A-Za-z0-9]+\)?)*$/.test(value)
          ? mapped(kind, value, plain(value))
          : word(kind, value);
      default:
        return known(value) ?? word(kind, value);
    }
  };

  /** The stand-in for a text of this kind (x-personal); an amount has the same one for one person. */
  function text(kind: string, value: string, person: string): string {
    const name = `${kind} ${kind === 'amount' || kind === 'balance' ? person : ''} ${value}`;
    const standIn = made.get(name) ?? drawn(kind, value, person);
    made.set(name, standIn);
    return standIn;
  }

  return {
    ...{ word, known, text, token, path },
    /** Whether the contract uses this word, so that it says nothing of a person. */
    isOfContract: (one: string): boolean => words.has(one.toLowerCase()),
    number(kind: string, value: number, person: string): number {
      // A number in the place of another personal value, such as a phone, is replaced as a whole.
      if (kind !== 'amount') return bytesFor(kind, `${value}`).readUInt32BE() % 100_000_000;
      return Number(text('amount', value.toFixed(2), person));
    },
    id: (value: string): string =>
      isUuid(value) || value === '' ? value : encodeURIComponent(word('id', value)),
  };
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
 * Another amount of the same form; undefined when this is no amount. All are drawn from the same range, so that neither a factor nor
 * a size can be found out; nought stays nought. `short` separates thousands where the value has none.
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
  const placesOf = (one: unknown): number => String(one).split('.')[1]?.length ?? 0;
  const places = [before, shown['cost_of_living'], shown['housing']].map(placesOf);
  shown['total'] = typeof before === 'number' ? total : total.toFixed(Math.max(...places));
}
