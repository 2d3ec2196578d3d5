import { createHmac, randomBytes } from 'node:crypto';
import { isObject, type Json, type JsonObject, objectIn } from '../../spec/json.ts';
import { followed } from '../../spec/openapi-document.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import { readJson } from '../target/read-json.ts';
import { tolerantContract } from '../tolerant-contract.ts';
import { Bounded } from './bounded.ts';
import type { Passed } from './passed.ts';
import { Routes } from './routes.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const headersKept = /^(content-type|content-length|date|retry-after|x-payrig-[a-z]+)$/;
const plainParameters = new Set(['offset', 'limit', 'account_id', 'entry_id']);
const day = 86_400_000;

/**
 * Puts stand-ins in the place of personal data and secrets. Which fields are personal is said in the contract by
 * x-personal; a field that the contract does not know is replaced as a whole. The same value has the same stand-in as long
 * as the object lives, and a stand-in keeps format, order of dates and sums, so that verdicts stay as they are.
 */
export class StandIns {
  readonly #key = randomBytes(32);
  /** Dates of birth all move by the same number of days, which keeps their order. */
  readonly #days = 40 + (this.#key[0] ?? 0) * 2;
  readonly #made = new Bounded<string, string>(20_000);
  /** Secrets in every spelling, so that one that shows up elsewhere is known again. */
  readonly #secrets = new Bounded<string, string>(1000);
  readonly #document: JsonObject;
  readonly #contract: ReturnType<typeof tolerantContract>;
  readonly #routes: Routes;
  readonly #words: ReadonlySet<string>;
  readonly #authorisation: RegExp;
  readonly #filters: ReadonlySet<string>;

  constructor(profile: PartialProfile = {}) {
    this.#contract = tolerantContract(profile);
    this.#document = this.#contract.document;
    this.#routes = new Routes(this.#contract);
    this.#words = wordsOf(this.#document);
    this.#authorisation = new RegExp(`^x-${profile.naming?.vendor ?? 'svc'}-authorisation-id$`);
    const { points = {} } = profile;
    this.#filters = new Set(
      [
        points['bank-statements.list.exclude-before-name'],
        points['bank-statements.list.exclude-after-name'],
      ].filter((name) => name !== undefined),
    );
  }

  /** The exchange or delivery with stand-ins; its times, its order and its ids stay. */
  readonly of = (passed: Passed): Passed => {
    const { kind, method, url, requestText, responseText, seal, ...rest } = passed;
    const routed = this.#routes.find(method, url);
    const headers = {
      requestHeaders: this.#headers(passed.requestHeaders),
      responseHeaders: this.#headers(passed.responseHeaders),
    };
    if (kind === 'delivery') {
      const text = this.#text(requestText, this.#schemaOfEvent(requestText), '');
      return {
        ...rest,
        ...headers,
        kind,
        method,
        url: this.#path(url),
        requestText: text,
        responseText: '',
        seal,
      };
    }
    if (!routed)
      return {
        ...rest,
        ...headers,
        kind,
        method,
        url: this.#foreign(url),
        requestText: '',
        responseText: '',
      };
    const operation = this.#contract.operations.get(routed.operation);
    const { body, responses } = operation!;
    const person = Object.values(routed.path)[0] ?? '';
    const success = [...(responses ?? [])].find(([status]) => status.startsWith('2'))?.[1];
    const pointer = passed.status >= 400 ? '/components/schemas/Errors' : success;
    return {
      ...rest,
      ...headers,
      kind,
      method,
      url: this.url(method, url),
      requestText: this.#text(requestText, body?.pointer, person),
      responseText: this.#text(responseText, pointer, person),
    };
  };

  /** The address of a request, with stand-ins for all that is no id and no name of the contract. */
  readonly url = (method: string, url: string): string => {
    const routed = this.#routes.find(method, url);
    const operation = routed && this.#contract.operations.get(routed.operation);
    if (!operation) return this.#foreign(url);
    return (
      operation.path.replace(/\{(\w+)\}/g, (_, name: string) => this.#id(routed.path[name] ?? '')) +
      this.#query(url)
    );
  };

  #hash(kind: string, value: string): Buffer {
    return createHmac('sha256', this.#key).update(`${kind} ${value}`).digest();
  }

  #word(kind: string, value: string): string {
    return `${kind}-${this.#hash(kind, value).toString('hex').slice(0, 10)}`;
  }

  #headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    const kept: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      if (headersKept.test(name)) kept[name] = value;
      else if (name === 'x-api-key') kept[name] = this.#word('key', value);
      else if (name === 'authorization')
        kept[name] = value.replace(/(?<= )\S{1,8000}$/, (token) => this.#token(token));
      else if (this.#authorisation.test(name)) kept[name] = this.#id(value);
    }
    return kept;
  }

  #token(token: string): string {
    const hash = this.#hash('token', token).toString('base64url');
    return token.split('.').length === 3
      ? `${hash.slice(0, 8)}.${hash.slice(8, 20)}.${hash.slice(20)}`
      : `token-${hash}`;
  }

  #id(value: string): string {
    return uuid.test(value) || value === '' ? value : encodeURIComponent(this.#word('id', value));
  }

  #path(url: string): string {
    return (
      url.split('?')[0]!.replace(/[^/]+/g, (part) => this.#word('p', part)) +
      (url.includes('?') ? '?query' : '')
    );
  }

  #foreign(url: string): string {
    const [path = ''] = url.split('?');
    return path.replace(/[^/]+/g, (part) =>
      uuid.test(part) || path.startsWith('/_sandbox') ? part : this.#word('p', part),
    );
  }

  #query(url: string): string {
    const query = new URLSearchParams(url.split('?')[1] ?? '');
    const kept = new URLSearchParams();
    for (const [name, value] of query) {
      if (plainParameters.has(name) || this.#filters.has(name))
        kept.append(name, /^[\d:.TZ+-]{0,40}$/.test(value) ? value : this.#id(value));
      else kept.append(/^[a-z_]{1,40}$/i.test(name) ? name : 'parameter', this.#word('value', value));
    }
    return kept.size > 0 ? `?${kept}` : '';
  }

  #text(text: string, pointer: string | undefined, person: string): string {
    if (text === '') return '';
    const value = readJson(text) as Json | undefined;
    if (value === undefined) return /^\s*[[{]/.test(text) ? '{no JSON' : 'no JSON';
    const schema = pointer === undefined ? {} : followed(this.#document, pointer).node;
    return JSON.stringify(this.#value(value, schema, person));
  }

  #schemaOfEvent(text: string): string {
    const { event } = (readJson(text) ?? {}) as { event?: string };
    const name = event?.includes('payroll')
      ? 'PayrollEvent'
      : event?.includes('bank')
        ? 'BankStatementEvent'
        : undefined;
    const income = Object.keys(objectIn(this.#document, 'components', 'schemas')).find((one) =>
      /^(?!Payroll|BankStatement)[A-Z]\w*Event$/.test(one),
    );
    return `/components/schemas/${name ?? income}`;
  }

  /** Follows references, and takes the branch of a choice that says most. */
  #resolved(schema: JsonObject): JsonObject {
    if (typeof schema['$ref'] === 'string') {
      const target = followed(this.#document, schema['$ref'].slice(1)).node;
      return this.#resolved(
        'x-personal' in schema ? { ...target, 'x-personal': schema['x-personal']! } : target,
      );
    }
    const branches = [schema['anyOf'], schema['oneOf'], schema['allOf']].find(Array.isArray) as
      | JsonObject[]
      | undefined;
    if (!branches) return schema;
    const parts = branches.map((branch) => this.#resolved(branch));
    const properties = Object.assign(
      {},
      ...parts.map((part) => part['properties'] ?? {}),
      schema['properties'] ?? {},
    );
    const told = Object.assign({}, ...parts.filter((part) => part['type'] !== 'null'), schema);
    return Object.keys(properties).length > 0 ? { ...told, properties } : told;
  }

  #value(value: Json, given: JsonObject, person: string): Json {
    const schema = this.#resolved(given);
    const kind = schema['x-personal'];
    if (typeof kind === 'string' && kind !== 'none') return this.#personal(kind, value, person);
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
    if (kind === 'none' && (isList || typeof value === 'string')) return value;
    if (Array.isArray(value)) {
      const items = isObject(schema['items'])
        ? schema['items']
        : listItems(schema, (one) => this.#resolved(one));
      return value.map((item) => (items ? this.#value(item, items, person) : this.#whole(item)));
    }
    if (isObject(value)) {
      const properties = objectIn(schema, 'properties');
      const owner = ownerOf(value) ?? person;
      return Object.fromEntries(
        Object.entries(value).map(([name, child]) => {
          const known = properties[name];
          const shown =
            isObject(known) || /^[A-Za-z_][\w-]{0,39}$/.test(name) ? name : this.#word('field', name);
          return [shown, isObject(known) ? this.#value(child, known, owner) : this.#whole(child)];
        }),
      );
    }
    if (typeof value !== 'string' || Object.keys(schema).length === 0)
      return isPlain(value) ? value : this.#whole(value);
    return isPlain(value) || isListed(schema, value) || kind === 'none'
      ? value
      : this.#personal('text', value, person);
  }

  /** What the contract does not know. */
  #whole(value: Json): Json {
    if (Array.isArray(value)) return value.slice(0, 50).map((item) => this.#whole(item));
    if (isObject(value)) return {};
    if (typeof value === 'number') return 1;
    return typeof value === 'string' ? (this.#known(value) ?? this.#word('field', value)) : value;
  }

  /** A text in which a secret stands shows the secret's stand-in. */
  #known(text: string): string | undefined {
    for (const [secret, standIn] of this.#secrets) if (text.includes(secret)) return `text ${standIn}`;
    return undefined;
  }

  #personal(kind: string, value: Json, person: string): Json {
    if (Array.isArray(value)) return value.map((item) => this.#personal(kind, item, person));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, this.#personal(kind, item, person)]),
      );
    if (typeof value === 'number')
      return kind === 'amount' ? this.#scaled(value, person) : Number(this.#mapped(kind, `${value}`));
    if (typeof value !== 'string' || value === '') return value;
    const isScaled = kind === 'amount' || kind === 'balance';
    const key = `${kind} ${isScaled ? person : ''} ${value}`;
    const made = this.#made.get(key) ?? this.#standIn(kind, value, person);
    this.#made.set(key, made);
    return made;
  }

  #standIn(kind: string, value: string, person: string): string {
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
        return /^[^@\s]+@[^@\s]+$/.test(value)
          ? `${this.#word('person', value)}@example.com`
          : this.#mapped(kind, value);
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
        return this.#known(value) ?? this.#word(kind, value);
    }
  }

  /** Letters for letters and digits for digits, all else as it is; what differs in blanks alone is mapped alike. */
  #mapped(kind: string, value: string, as = value): string {
    const hash = this.#hash(kind, as);
    let at = 0;
    return value.replace(/[A-Za-z0-9]/g, (character) => {
      const random = hash[at++ % hash.length]!;
      // A number keeps its length.
      if (/\d/.test(character))
        return character === '0' && at === 1 ? '0' : String(at === 1 ? 1 + (random % 9) : random % 10);
      const first = character < 'a' ? 65 : 97;
      return String.fromCharCode(first + (random % 26));
    });
  }

  #secret(value: string): string {
    // The last letter of Base64 carries bits that must stay nought.
    const end = 1 + (value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0);
    const standIn = this.#mapped('secret', value.slice(0, -end)) + value.slice(-end);
    if (value.length < 8) return standIn;
    const forms = (text: string): string[] => {
      const bytes = Buffer.from(text, 'base64');
      return [text, bytes.toString('base64url'), bytes.toString('hex')];
    };
    for (const [at, form] of forms(value).entries())
      if (form.length >= 8) this.#secrets.set(form, forms(standIn)[at]!);
    return standIn;
  }

  #url(value: string): string {
    if (!URL.canParse(value)) return this.#word('url', value);
    const { protocol, host, pathname, search } = new URL(value);
    return `${protocol}//${this.#word('host', host)}.example${this.#path(pathname + search)}`;
  }

  #shifted(value: string): string {
    const [date] = /^\d{4}-\d{2}-\d{2}/.exec(value) ?? [];
    const at = date === undefined ? Number.NaN : Date.parse(date);
    if (date === undefined || Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date)
      return this.#mapped('birth', value);
    return new Date(at - this.#days * day).toISOString().slice(0, 10) + value.slice(10);
  }

  /** One whole factor for each person, so that sums stay sums to the penny. */
  #factor(person: string): number {
    return 2 + (this.#hash('factor', person)[0]! % 96);
  }

  #scaled(value: number, person: string): number {
    const scaled = (Math.round(value * 100) * this.#factor(person)) / 100;
    return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 ? scaled : value * this.#factor(person);
  }

  #amount(value: string, person: string, wanted?: string): string {
    const [, sign, whole, decimals] =
      /^(-?)(\d{1,15}|\d{1,3}(?:[,' \u00a0\u202f]\d{3}){1,4})(\.\d{1,6})?$/.exec(value) ?? [];
    if (whole === undefined) return this.#mapped('amount', value);
    const [separator = wanted] = /[^\d]/.exec(whole) ?? [];
    const places = decimals === undefined ? 0 : decimals.length - 1;
    const pence =
      BigInt(whole.replace(/\D/g, '') + (decimals?.slice(1) ?? '')) * BigInt(this.#factor(person));
    const digits = String(pence).padStart(places + 1, '0');
    const pounds = digits.slice(0, digits.length - places);
    const grouped = separator === undefined ? pounds : pounds.replace(/\B(?=(?:\d{3}){1,6}$)/g, separator);
    return `${sign}${grouped}${places > 0 ? `.${digits.slice(-places)}` : ''}`;
  }

  /** Words of the contract stay; a date of birth and a post code have their stand-ins; all else is replaced. */
  #message(text: string): string {
    const known = this.#known(text);
    if (known !== undefined) return known;
    const born = /^(\[date_of_birth\] param )(\S+)( .*)$/.exec(text);
    if (born) return `${born[1]}${this.#shifted(born[2]!)}${born[3]}`;
    const code = /^(Postcode )(.+)( has no ONS region; .*)$/.exec(text);
    if (code) return `${code[1]}${this.#personal('post-code', code[2]!, '')}${code[3]}`;
    return text.replace(/[\p{L}\p{N}_@.+-]+/gu, (word) => {
      const bare = word.replace(/[.+-]{1,3}$/, '');
      const isKept = uuid.test(bare) || /^\d{1,3}$/.test(bare) || this.#words.has(bare.toLowerCase());
      return isKept ? word : this.#word('w', word);
    });
  }
}

/** Whether a text is an id, an instant or a date, which says nothing of a person by itself. */
const isPlain = (value: Json): boolean =>
  typeof value !== 'string' ||
  value === '' ||
  uuid.test(value) ||
  /^\d{4}-\d{2}-\d{2}([T ][\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(value);

const isListed = (schema: JsonObject, value: string): boolean =>
  schema['const'] === value || (Array.isArray(schema['enum']) && schema['enum'].includes(value));

/** The items of the one list in an object, for an answer that gives the list without the object. */
function listItems(schema: JsonObject, resolved: (one: JsonObject) => JsonObject): JsonObject | undefined {
  const lists = Object.values(objectIn(schema, 'properties')).filter(isObject).map(resolved);
  const items = lists.map((list) => list['items']).filter(isObject);
  return items.length === 1 ? items[0] : undefined;
}

/** The person of a payslip, by what is the same in an answer and in a delivery. */
function ownerOf(value: JsonObject): string | undefined {
  const { iban, account_holder_name } = objectIn(value, 'account_information');
  const holder = iban ?? account_holder_name;
  if (typeof holder === 'string') return holder;
  if (!('identity_information' in value) && !('income_information' in value)) return undefined;
  const { NI_number, name } = objectIn(value, 'identity_information');
  return [NI_number, name, value['account_id'], value['entry_id']].find((one) => typeof one === 'string') as
    | string
    | undefined;
}

const plain = (value: string): string => value.replaceAll(/[\s-]/g, '').toUpperCase();

/** Every word of the contract: names of fields and what its texts say, examples apart. */
function wordsOf(document: JsonObject): ReadonlySet<string> {
  const words = new Set<string>();
  const add = (text: string): void => {
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}_-]{2,}/gu) ?? []) words.add(word);
  };
  const walk = (node: Json): void => {
    if (typeof node === 'string') add(node);
    else if (Array.isArray(node)) for (const item of node) walk(item);
    else if (isObject(node))
      for (const [name, child] of Object.entries(node)) {
        add(name);
        if (!/^examples?$/.test(name)) walk(child);
      }
  };
  walk(document);
  for (const word of stated) add(word);
  return words;
}

/** Words of the messages that the interface document quotes, and of usual refusals. */
const stated = [
  'No X-API-KEY header provided or wrong value; no bearer authorisation provided; request is missing the required field',
  'resource with the given id does not exist; user account entry webhook term not found; invalid must be one of',
  'params is missing on the user and its payslips, after the payslip month, gives an age over 150, the ONS model limit',
  'payroll periods are missing, have no positive net pay; Postcode has no ONS region; supported',
  'England, Wales, Scotland, Northern Ireland; object array string text number integer boolean uuid body json',
];
