import { randomBytes } from 'node:crypto';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { isObject, type Json, type JsonObject, objectIn, objectsIn } from '../../spec/json.ts';
import { http } from '../../spec/node-http.ts';
import { followed } from '../../spec/openapi-document.ts';
import { completeProfile, type PartialProfile } from '../../spec/profile.ts';
import { fieldsOf, isUuid, readJson } from '../target/read-json.ts';
import { arrangedBy } from './memory/arranged.ts';
import type { Passed, SealFacts } from './memory/passed.ts';
import { operationFinder } from './routes.ts';
import { outsideSample } from './sample.ts';
import { headersWithStandIns } from './stand-in-headers.ts';
import { keepSum, standInValues } from './stand-in-values.ts';

const paginationSchema = '/components/schemas/Pagination';
const methods: ReadonlySet<string> = new Set(http.METHODS);
/** A value that the contract says is not personal, such as a status or a unit: short words, no long numbers. */
const vocabulary = /^(?=.{1,40}$)(?!.*\d{5})[A-Za-z0-9]+(?:[ _.:/+-][A-Za-z0-9]+){0,5}$/;
const unknownReason = 'it could not be read';
/** Why something was not read, as this program says it. */
const reasons: ReadonlySet<string> = new Set([
  ...['a body is too long to be judged', 'the client went away', 'the response was cut off', outsideSample],
  ...['nothing answered', 'its encoding cannot be read', 'its body is not in the HAR'],
  'the request cannot be passed on',
]);

export type StandIns = ReturnType<typeof standInsFor>;

/**
 * Puts stand-ins in the place of personal data and secrets. Which fields are personal is said in the contract by
 * x-personal; a field that the contract does not know is replaced as a whole. The same value has the same stand-in as long
 * as the key is the same, and a stand-in keeps what the clauses look at, so that verdicts stay as they are.
 */
export function standInsFor(profile: PartialProfile = {}, key = randomBytes(32).toString('hex')) {
  const contract = loadContract(completeProfile({ naming: profile.naming ?? {} }));
  const { document, operations } = contract;
  const route = operationFinder(contract);
  const values = standInValues(wordsOf(document), key);
  const authorisation = `x-${profile.naming?.vendor ?? 'svc'}-authorisation-id`;
  const arrangement = [...loadArrangementContract().operations.values()];
  /** Names in the paths of the sandbox's own API. */
  const sandboxNames = new Set(arrangement.flatMap(({ path }) => path.split('/')));
  const { points } = completeProfile(profile);
  const plainParameters: ReadonlySet<unknown> = new Set([
    ...['offset', 'limit', 'account_id', 'entry_id'],
    points['bank-statements.list.exclude-before-name'],
    points['bank-statements.list.exclude-after-name'],
  ]);
  const at = remembered(new Map<string, JsonObject>(), (pointer) => followed(document, pointer).node);
  /** Follows references, and takes the branch of a choice that says most. Doing so anew took a third of the time. */
  const resolved = remembered(new WeakMap<JsonObject, JsonObject>(), resolve);

  function resolve(schema: JsonObject): JsonObject {
    if (typeof schema['$ref'] === 'string') {
      const target = resolved(at(schema['$ref'].slice(1)));
      return 'x-personal' in schema ? { ...target, 'x-personal': schema['x-personal']! } : target;
    }
    const branches = [schema['anyOf'], schema['oneOf'], schema['allOf']].find(Array.isArray);
    if (!branches) return schema;
    const parts = objectsIn(branches).map(resolved);
    const properties = Object.assign({}, ...[...parts, schema].map((part) => part['properties']));
    const told = Object.assign({}, ...parts.filter((part) => part['type'] !== 'null'), schema);
    return Object.keys(properties).length > 0 ? { ...told, properties } : told;
  }

  /** The items of the one list in an object, for an answer that gives the list without the object. */
  const onlyItems = (schema: JsonObject): JsonObject | undefined => {
    const lists = Object.values(objectIn(schema, 'properties')).filter(isObject);
    const items = lists.map((list) => resolved(list)['items']).filter(isObject);
    return items.length === 1 ? items[0] : undefined;
  };

  /** A name that the contract does not use may be a person's, or a number. */
  const nameOf = (name: string): string => (values.isOfContract(name) ? name : values.word('field', name));

  /** What the contract does not know. */
  const whole = (value: Json): Json => {
    if (Array.isArray(value)) return value.slice(0, 50).map(whole);
    if (isObject(value)) return {};
    if (typeof value === 'number') return 1;
    return typeof value === 'string' ? (values.known(value) ?? values.word('field', value)) : value;
  };

  const personal = (kind: string, value: Json, person: string): Json => {
    if (Array.isArray(value)) return value.map((item) => personal(kind, item, person));
    if (typeof value === 'number') return values.number(kind, value, person);
    if (typeof value === 'string') return value === '' ? '' : values.text(kind, value, person);
    if (!isObject(value)) return value;
    const pairs = Object.entries(value).map(([name, item]) => [nameOf(name), personal(kind, item, person)]);
    return Object.fromEntries(pairs);
  };

  const shownValue = (value: Json, given: JsonObject, person: string): Json => {
    const schema = resolved(given);
    const kind = schema['x-personal'];
    if (typeof kind === 'string' && kind !== 'none') return personal(kind, value, person);
    if (Array.isArray(value)) {
      if (kind === 'none') return value.map((item) => shownValue(item, { 'x-personal': kind }, person));
      const items = isObject(schema['items']) ? schema['items'] : onlyItems(schema);
      return value.map((item) => (items ? shownValue(item, items, person) : whole(item)));
    }
    if (isObject(value)) return objectOf(value, objectIn(schema, 'properties'), ownerOf(value) ?? person);
    if (typeof value === 'number') return isNumeric(schema) || Math.abs(value) < 1e5 ? value : whole(value);
    if (isPlain(value)) return value;
    if (typeof value !== 'string' || Object.keys(schema).length === 0) return whole(value);
    const isWord = kind === 'none' && vocabulary.test(value);
    const isKept = isWord || isListed(schema, value) || isMistyped(schema, value);
    return isKept ? value : personal('text', value, person);
  };

  function objectOf(value: JsonObject, properties: JsonObject, person: string): JsonObject {
    const shown: JsonObject = Object.create(null);
    for (const [name, child] of Object.entries(value)) {
      const known = properties[name] ?? (name === 'pagination' ? at(paginationSchema) : undefined);
      if (isObject(known)) shown[name] = shownValue(child, known, person);
      else shown[nameOf(name)] = whole(child);
    }
    if (isObject(properties['cost_of_living'])) keepSum(value, shown);
    return shown;
  }

  const textOf = (text: string, pointer: string | undefined, person: string): string => {
    if (text === '') return '';
    const value = readJson(text) as Json | undefined;
    if (value === undefined) return /^\s*[[{]/.test(text) ? '{no JSON' : 'no JSON';
    return JSON.stringify(shownValue(value, pointer === undefined ? {} : at(pointer), person));
  };

  const eventOf = (text: string): string => {
    const kind = String(fieldsOf(readJson(text))['event']);
    const pointer = `/webhooks/${kind}/post/requestBody/content/application~1json/schema`;
    return textOf(text, Object.hasOwn(objectIn(document, 'webhooks'), kind) ? pointer : undefined, '');
  };

  const queryOf = (url: string): string => {
    const kept = new URLSearchParams();
    for (const [name, value] of new URLSearchParams(url.split('?')[1] ?? '')) {
      const isKept = plainParameters.has(name);
      const isPlainText = /^-?\d{0,6}$/.test(value) || isPlain(value);
      kept.append(
        isKept || values.isOfContract(name) ? name : values.word('parameter', name),
        isKept && isPlainText ? value : isKept ? values.id(value) : values.word('value', value),
      );
    }
    return kept.size > 0 ? `?${kept}` : '';
  };

  /** A method of HTTP; a HAR may name any. */
  const methodOf = (method: string): string => (methods.has(method) ? method : 'OTHER');

  /** The address of a request, with stand-ins for all that is no id and no name of the contract. */
  const urlOf = (method: string, url: string): string => {
    const routed = route(method, url);
    const operation = routed && operations.get(routed.operation);
    if (operation) {
      const id = (_: string, name: string): string => values.id(routed.path[name] ?? '');
      return operation.path.replace(/\{(\w+)\}/g, id) + queryOf(url);
    }
    const [path = ''] = url.split('?', 1);
    const isSandbox = path.startsWith('/_sandbox/');
    return path.replace(/[^/]+/g, (part) =>
      isUuid(part) || (isSandbox && sandboxNames.has(part)) ? part : values.word('p', part),
    );
  };

  const hashesOf = ({ bytes, vector }: SealFacts): Pick<SealFacts, 'bytes' | 'vector'> => ({
    bytes: values.word('bytes', bytes),
    vector: vector && values.word('vector', vector),
  });

  /** The exchange or delivery with stand-ins; its times, its order and its ids stay. */
  const of = (passed: Passed): Passed => {
    const { kind, url, requestText, responseText, unread, seal } = passed;
    const method = methodOf(passed.method);
    const headers = (given: Passed['requestHeaders']): Passed['requestHeaders'] =>
      headersWithStandIns(given, authorisation, values);
    const shown: Passed = {
      ...passed,
      method,
      requestHeaders: headers(passed.requestHeaders),
      responseHeaders: headers(passed.responseHeaders),
      url: kind === 'delivery' ? values.path(url) : urlOf(method, url),
      requestText: '',
      responseText: '',
      ...(unread !== undefined && { unread: reasons.has(unread) ? unread : unknownReason }),
      // Without a key, a hash of the bytes would confirm a guess of what they are.
      ...(seal && { seal: { ...seal, ...hashesOf(seal) } }),
    };
    if (kind === 'delivery') return { ...shown, requestText: eventOf(requestText) };
    const routed = route(method, url);
    const operation = routed && operations.get(routed.operation);
    if (!operation) {
      const { schema, user = '' } = arrangedBy(method, url) ?? {};
      if (schema === undefined || passed.status >= 300) return shown;
      return { ...shown, responseText: textOf(responseText, `/components/schemas/${schema}`, user) };
    }
    const person = Object.values(routed.path)[0] ?? '';
    const [, success] = [...(operation.responses ?? [])].find(([status]) => status.startsWith('2')) ?? [];
    const pointer = passed.status >= 400 ? '/components/schemas/Errors' : success;
    const sent = textOf(requestText, operation.body?.pointer, person);
    return { ...shown, requestText: sent, responseText: textOf(responseText, pointer, person) };
  };
  return { of, method: methodOf, url: urlOf };
}

/** The same function, which is called once for each value. */
const remembered =
  <From, To>(
    known: { get(from: From): To | undefined; set(from: From, to: To): unknown },
    make: (from: From) => To,
  ) =>
  (from: From): To => {
    const made = known.get(from) ?? make(from);
    known.set(from, made);
    return made;
  };

/** Whether a text is an id, an instant or a date, which says nothing of a person by itself. */
const isPlain = (value: Json): boolean =>
  typeof value !== 'string' ||
  value === '' ||
  isUuid(value) ||
  /^\d{4}-\d{2}-\d{2}([T ][\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(value);

const isListed = (schema: JsonObject, value: string): boolean =>
  schema['const'] === value || (Array.isArray(schema['enum']) && schema['enum'].includes(value));

const isNumeric = ({ type }: JsonObject): boolean =>
  [type].flat().some((one) => one === 'number' || one === 'integer');

/** A number or a flag in quotes, which some deployments take. */
const isMistyped = ({ type }: JsonObject, value: string): boolean =>
  type !== undefined && ![type].flat().includes('string') && /^(true|false|-?\d{1,4})$/i.test(value);

/** The person of a payslip, by what is the same in an answer and in a delivery. */
function ownerOf(value: JsonObject): string | undefined {
  const { iban, account_holder_name } = objectIn(value, 'account_information');
  const holder = iban ?? account_holder_name;
  if (typeof holder === 'string') return holder;
  if (!('identity_information' in value) && !('income_information' in value)) return undefined;
  const { NI_number, name } = objectIn(value, 'identity_information');
  return [NI_number, name, value['account_id'], value['entry_id']].find((one) => typeof one === 'string');
}

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
  'param params is missing on the user and its payslips, after the payslip month, gives an age over 150, the ONS model limit',
  'payroll periods are missing, have no positive net pay; Postcode has no ONS region; supported',
  'England, Wales, Scotland, Northern Ireland; object array string text number integer boolean uuid body json',
];
