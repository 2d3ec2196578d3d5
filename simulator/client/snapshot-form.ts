import type { Snapshot } from '../../spec/types.ts';
import { refusals } from '../domain/refusal.ts';
import { isKey } from '../store/adapters/write-rules.ts';
import { CLIENT_DOCUMENT } from '../store/port.ts';

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
    isObject(value) && Object.entries(form).every(([name, test]) => test(value[name]));

const aggregate: Form = {
  id: isId,
  sortKey: (value) => typeof value === 'string' && /^[ -~]{0,200}$/.test(value),
  document: isObject,
};
const item: Form = {
  id: isId,
  kind: isText,
  owner: isId,
  queue: isText,
  target: orNull(isText),
  sequence: isCount,
  due: orNull(isInstant),
  data: isObject,
};
const client: Form = {
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
const parts = ['authorisations', 'accounts', 'entries', 'statements', 'incomes', 'documents'] as const;

/**
 * Refuses a snapshot that was not saved by a sandbox, as far as its form tells: a checksum can be made for any contents,
 * and a client of parts that are none would answer nothing any more.
 */
export function checkForm({ aggregates, work, files }: Snapshot['contents']): void {
  const refuse = (what: string): never => {
    throw refusals.badRequest(`The snapshot does not hold what a client has: ${what}`);
  };
  const whole = (form: Form, value: unknown, what: string): void => {
    for (const [name, test] of Object.entries(form))
      if (!isObject(value) || !test(value[name])) refuse(`${what} > ${name} is something else`);
  };
  const ids = new Set<unknown>();
  aggregates.forEach((one, index) => {
    const what = `aggregates > ${index}`;
    whole(aggregate, one, what);
    const { id, document } = one as { id: string; document: Record<string, unknown> };
    if (ids.has(id)) refuse(`${what} > id is there already`);
    ids.add(id);
    if (id === CLIENT_DOCUMENT) whole(client, document, `${what} > document`);
    else checkUser(id, document, `${what} > document`, refuse);
  });
  if (!ids.has(CLIENT_DOCUMENT)) refuse('there is no client among its aggregates');
  work.forEach((one, index) => {
    whole(item, one, `work > ${index}`);
    if (!ids.has((one as { owner: string }).owner)) refuse(`work > ${index} > owner is nobody`);
  });
  files.forEach(({ id }, index) => {
    if (!isId(id)) refuse(`files > ${index} > id is something else`);
  });
}

function checkUser(
  id: string,
  { deleted, base, parts: given }: Record<string, unknown>,
  what: string,
  refuse: (what: string) => never,
): void {
  if (deleted === true) return;
  if (!['seeded', 'none'].includes(base as string)) refuse(`${what} > base is something else`);
  const held = isObject(given) ? given : refuse(`${what} > parts is something else`);
  for (const name of parts)
    if (!(base === 'seeded' && held[name] === undefined) && !each(isObject)(held[name]))
      refuse(`${what} > parts > ${name} is something else`);
  const isUser = formed({ user_id: (value) => value === id, created_at: isDay });
  if (!(base === 'seeded' && held['user'] === undefined) && !isUser(held['user']))
    refuse(`${what} > parts > user is something else`);
}
