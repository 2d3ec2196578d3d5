import { hash, randomBytes } from 'node:crypto';
import { isUuid } from '../target/read-json.ts';
import { Bounded } from './memory/bounded.ts';

const day = 86_400_000;
const plain = (value: string): string => value.replaceAll(/[\s-]/g, '').toUpperCase();
/** The spellings in which a secret may show up again. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret, 'base64');
  return [secret, bytes.toString('base64url'), bytes.toString('hex')];
};

/** Draws stand-ins for single values: the same for the same value, and of the same format. */
export class StandInValues {
  readonly #key = randomBytes(32).toString('hex');
  /** Dates of birth all move by the same number of days, which keeps their order. */
  readonly #days = 40 + Number.parseInt(this.#key.slice(0, 2), 16) * 2;
  readonly #made = new Bounded<string, string>(20_000);
  readonly #secrets = new Bounded<string, string>(1000);
  readonly #words: ReadonlySet<string>;

  /** `words` may stay in a message. */
  constructor(words: ReadonlySet<string>) {
    this.#words = words;
  }

  // One call takes a quarter of the time of an HMAC object, and the key stays in this process.
  #hash(kind: string, value: string): Buffer {
    return hash('sha256', `${this.#key} ${kind} ${value}`, 'buffer');
  }

  word(kind: string, value: string): string {
    return `${kind}-${this.#hash(kind, value).toString('hex', 0, 5)}`;
  }

  /** A text in which a secret stands shows the secret's stand-in. */
  known(text: string): string | undefined {
    if (text.length < 8) return undefined;
    for (const [secret, standIn] of this.#secrets) if (text.includes(secret)) return `text ${standIn}`;
    return undefined;
  }

  /** The stand-in for a text of this kind (x-personal); amounts of one person have one factor. */
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
        return this.#shifted(value);
      case 'amount':
        return this.#amount(value, person);
      case 'balance':
        // The document separates thousands here, which more digits may need.
        return this.#amount(value, person, /^-?\d{1,3}\./.test(value) ? ',' : undefined);
      case 'email':
        if (!/^[^@\s]+@[^@\s]+$/.test(value)) return this.#mapped(kind, value);
        return `${this.word('person', value)}@example.com`;
      case 'post-code': {
        const [area = ''] = /^\s*[A-Za-z]{1,2}(?=\d)/.exec(value) ?? [];
        return area + this.#mapped(kind, value.slice(area.length), plain(value));
      }
      case 'url':
        return this.#url(value);
      case 'secret':
        return this.#secret(value);
      case 'digits':
      case 'phone':
        return this.#mapped(kind, value, plain(value));
      default:
        return this.known(value) ?? this.word(kind, value);
    }
  }

  number(kind: string, value: number, person: string): number {
    if (kind !== 'amount') return Number(this.#mapped(kind, `${value}`));
    const pence = Math.round(value * 100);
    const isWhole = Math.abs(value * 100 - pence) < 1e-6;
    return isWhole ? (pence * this.#factor(person)) / 100 : value * this.#factor(person);
  }

  /** A token, or a key; a sign-in gives as a secret what a header shows later, and the stand-in is the same. */
  token(value: string): string {
    // The last letter of Base64 carries bits that must stay nought.
    const end = 1 + (value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0);
    return this.#mapped('secret', value.slice(0, -end)) + value.slice(-end);
  }

  id(value: string): string {
    return isUuid(value) || value === '' ? value : encodeURIComponent(this.word('id', value));
  }

  path(url: string): string {
    const [path = ''] = url.split('?', 1);
    return path.replace(/[^/]+/g, (part) => this.word('p', part)) + (url.includes('?') ? '?query' : '');
  }

  /** Letters for letters and digits for digits, all else as it is; what differs in blanks alone is mapped alike. */
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
    return `${protocol}//${this.word('host', host)}.example${this.path(pathname + search)}`;
  }

  #shifted(value: string): string {
    const date = value.slice(0, 10);
    const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
    if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date)
      return this.#mapped('birth', value);
    return new Date(at - this.#days * day).toISOString().slice(0, 10) + value.slice(10);
  }

  /** One whole factor for each person, so that sums stay sums to the penny. */
  #factor(person: string): number {
    return 2 + (this.#hash('factor', person)[0]! % 96);
  }

  #amount(value: string, person: string, wanted?: string): string {
    const [, sign, whole, decimals = ''] =
      /^(-?)(\d{1,15}|\d{1,3}(?:[,' \u00a0\u202f]\d{3}){1,4})(\.\d{1,6})?$/.exec(value) ?? [];
    if (whole === undefined) return this.#mapped('amount', value);
    const [separator = wanted] = /[^\d]/.exec(whole) ?? [];
    const places = Math.max(0, decimals.length - 1);
    const pence = BigInt(whole.replace(/\D/g, '') + decimals.slice(1)) * BigInt(this.#factor(person));
    const digits = String(pence).padStart(places + 1, '0');
    const pounds = digits.slice(0, digits.length - places);
    const grouped = separator === undefined ? pounds : pounds.replace(/\B(?=(?:\d{3}){1,6}$)/g, separator);
    return `${sign}${grouped}${places > 0 ? `.${digits.slice(-places)}` : ''}`;
  }

  /** Words of the contract stay; a date of birth and a post code have their stand-ins; all else is replaced. */
  #message(text: string): string {
    const known = this.known(text);
    if (known !== undefined) return known;
    const [, birth, born, after] = /^(\[date_of_birth\] param )(\d\S*)( .*)$/.exec(text) ?? [];
    if (born !== undefined) return `${birth}${this.#shifted(born)}${after}`;
    const [, before, code, rest] = /^(Postcode )(.+)( has no ONS region; .*)$/.exec(text) ?? [];
    if (code !== undefined) return `${before}${this.text('post-code', code, '')}${rest}`;
    return text.replace(/[\p{L}\p{N}_@.+-]+/gu, (word) => {
      const bare = word.replace(/[.+-]{1,3}$/, '');
      return this.#isStated(bare.toLowerCase()) || isUuid(bare) ? word : this.word('w', word);
    });
  }

  /** Whether this is a word of the contract, or a place in a body such as files.0.file_name. */
  #isStated(word: string): boolean {
    const parts = word.split('.');
    const isPlace = parts.length === 1 || this.#words.has(parts[0]!);
    return isPlace && parts.every((part) => this.#words.has(part) || /^\d{1,3}$/.test(part));
  }
}
