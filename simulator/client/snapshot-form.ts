import type { Snapshot } from '../../spec/types.ts';
import { refusals } from '../domain/refusal.ts';
import { isKey } from '../store/adapters/write-rules.ts';
import { CLIENT_DOCUMENT, type Contents, type Listed, type WorkItem } from '../store/port.ts';

type Test = (value: unknown) => boolean;
type Form = Readonly<Record<string, Test>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Test = (value) => typeof value === 'string';
const isId: Test = (value) => typeof value === 'string' && isKey(value);
const isInstant: Test = (value) => typeof value === 'number' && Math.abs(value) <= 8.64e15;
const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isDay: Test = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const each =
  (test: Test): Test =>
  (value) =>
    isObject(value) && Object.values(value).every(test);
const formed =
  (form: Form): Test =>
  (value) =>
    wrongField(form, value) === undefined;

/** The first field that is not as the form says. */
function wrongField(form: Form, value: unknown): string | undefined {
  return Object.keys(form).find((name) => !isObject(value) || !form[name]?.(value[name]));
}

const aggregateForm: Form = {
  id: isId,
  sortKey: (value) => typeof value === 'string' && /^[ -~]{0,200}$/.test(value),
  document: isObject,
};
const itemForm: Form = {
  id: isId,
  kind: isText,
  owner: isId,
  queue: isText,
  target: orNull(isText),
  sequence: isCount,
  due: orNull(isInstant),
  data: isObject,
};
const clientForm: Form = {
  configuration: isObject,
  terms: each(isObject),
  members: each(isObject),
  webhooks: each(formed({ webhook_id: isText, name: isText, events: Array.isArray, url: isText })),
  birth: formed({ seed: isText, users: isCount, born: isDay, clock: isText }),
  scenarios: (value) => value === undefined || (Array.isArray(value) && value.every(isObject)),
  faults: (value) => Array.isArray(value) && value.every(formed({ fault: isObject })),
  configured_members: Array.isArray,
  epoch: isText,
};
const partNames = ['authorisations', 'accounts', 'entries', 'statements', 'incomes', 'documents'];

const isAggregate = (value: unknown): value is Listed => formed(aggregateForm)(value);
const isItem = (value: unknown): value is WorkItem => formed(itemForm)(value);

const refuse = (problem: string): never => {
  throw refusals.badRequest(`The snapshot does not hold what a client has: ${problem}`);
};

/**
 * The contents of a snapshot. Refuses contents that no sandbox saved, as far as their form tells: a checksum can be made
 * for any contents, and a client made of wrong parts would answer no request any more.
 */
export function readContents({ aggregates, work, files }: Snapshot['contents']): Contents {
  const ids = new Set<string>();
  const listed = aggregates.map((value, index) => {
    const place = `aggregates > ${index}`;
    if (!isAggregate(value))
      return refuse(`${place} > ${wrongField(aggregateForm, value)} is something else`);
    const { id, document } = value;
    if (ids.has(id)) refuse(`${place} > id is there already`);
    ids.add(id);
    const wrong = id === CLIENT_DOCUMENT ? wrongField(clientForm, document) : wrongUserField(id, document);
    if (wrong) refuse(`${place} > document > ${wrong} is something else`);
    return value;
  });
  if (!ids.has(CLIENT_DOCUMENT)) refuse('there is no client among its aggregates');
  return {
    aggregates: listed,
    work: work.map((value, index) => {
      if (!isItem(value)) return refuse(`work > ${index} > ${wrongField(itemForm, value)} is something else`);
      if (!ids.has(value.owner)) refuse(`work > ${index} > owner does not exist`);
      return value;
    }),
    files: files.map(({ id, base64 }, index) => {
      if (!isId(id)) refuse(`files > ${index} > id is something else`);
      return { id, bytes: Buffer.from(base64, 'base64') };
    }),
  };
}

/** The first field of a user's document that is not as it has to be. */
function wrongUserField(id: string, { deleted, base, parts }: Listed['document']): string | undefined {
  if (deleted === true) return undefined;
  if (base !== 'seeded' && base !== 'none') return 'base';
  if (!isObject(parts)) return 'parts';
  const optional =
    (test: Test): Test =>
    (value) =>
      (base === 'seeded' && value === undefined) || test(value);
  const isUser = formed({ user_id: (value) => value === id, created_at: isDay });
  const form = Object.fromEntries(partNames.map((name) => [name, optional(each(isObject))]));
  const wrong = wrongField({ ...form, user: optional(isUser) }, parts);
  return wrong && `parts > ${wrong}`;
}
