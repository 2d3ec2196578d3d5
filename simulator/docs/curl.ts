import { monthFrom } from '../../generators/calendar.ts';
import { scenarios } from '../../generators/scenarios/scenario.ts';
import type { Operation } from '../../spec/contract.ts';
import { curlCommand, keyHeaders, shellWord, userTokenHeader, userTokenLines } from '../../spec/curl.ts';
import { escaped, Html, html } from '../../spec/html.ts';
import type { Json } from '../../spec/json.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import type { SeededWorld } from '../state/seeded-world.ts';
import type { Client } from '../tenant/client.ts';
import type { SchemaView } from './schema-view.ts';

const files: Readonly<Record<string, string>> = { loadSnapshot: 'snapshot.json' };

/** The example of a body in the contract, or the schema to make one from; undefined where there is no body. */
export type Example = { example: Json } | { schema: SchemaView } | undefined;

export function curlFor(operation: Operation, samples: Samples, example: Example): string {
  const { url, apiKey, needsSandboxKey } = samples;
  const ids = samples.idsFor(operation.id);
  const path = pathFor(operation, ids);
  const headers: string[] = [];
  let before = '';
  if (operation.security.includes('apiKey')) headers.push(...keyHeaders(path, apiKey, needsSandboxKey));
  else if (operation.security.includes('userBearer')) {
    before = userTokenLines(url, ids['user_id'] ?? '', keyHeaders('/_sandbox', apiKey, needsSandboxKey));
    headers.push(userTokenHeader);
  }
  const file = files[operation.id];
  const body = file === undefined ? bodyFor(example, ids) : '';
  if (body !== undefined) headers.push("'Content-Type: application/json'");
  const text = body === undefined ? undefined : `-d ${shellWord(body)}`;
  const data = file === undefined ? text : `--data-binary @${file}`;
  const method = operation.method.toUpperCase();
  return before + curlCommand({ method, url: shellWord(url + path), headers, data });
}

const pathFor = ({ path }: Operation, ids: SampleIds): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    ids[name] === undefined ? `<${name}>` : encodeURIComponent(ids[name]),
  );

export type Trial = { method: string; path: string; body: string | undefined };

/** The same request for the page to make; undefined where it takes a token, a file or an id that does not exist yet. */
export function trialOf(operation: Operation, samples: Samples, example: Example): Trial | undefined {
  const ids = samples.idsFor(operation.id);
  const path = pathFor(operation, ids);
  const isOpen = operation.security.length === 0 || operation.security.includes('apiKey');
  if (!isOpen || files[operation.id] !== undefined || path.includes('<')) return undefined;
  return { method: operation.method.toUpperCase(), path, body: bodyFor(example, ids) };
}

function bodyFor(given: Example, ids: SampleIds): string | undefined {
  if (given === undefined) return undefined;
  if ('example' in given) {
    const withId = (key: string, value: unknown) => (typeof value === 'string' && ids[key]) || value;
    return JSON.stringify(given.example, withId, 1).replaceAll(/\n\s*/g, ' ');
  }
  const needed = given.schema.fields.filter(({ isRequired }) => isRequired);
  if (needed.length === 0) return undefined;
  return JSON.stringify(Object.fromEntries(needed.map((field) => [field.name, least(field)])));
}

/** As little as a field takes: what is left out of a partial resource is filled in. */
function least({ label, values }: SchemaView): unknown {
  if (label.startsWith('array')) return [{}];
  if (values.length > 0) return values[0];
  return label === 'boolean' ? true : label === 'integer' || label === 'number' ? 1 : 'text';
}

export const codePanel = (title: string, code: Html, isFolded = false): Html =>
  isFolded
    ? html`<details class="panel"><summary>${title}</summary>${copy}<pre tabindex="0">${code}</pre></details>`
    : html`<div class="panel"><p class="title">${title}</p>${copy}<pre tabindex="0">${code}</pre></div>`;

export function shellPanel(title: string, command: string, trial?: Trial): Html {
  const attempt =
    trial &&
    html`<button type="button" class="try" data-method="${trial.method}" data-path="${trial.path}" data-body="${trial.body ?? ''}">try it</button>`;
  return html`<div class="panel wraps"><p class="title">${title}</p>${attempt}${copy}<pre tabindex="0">${command}</pre></div>`;
}

const copy = html`<button type="button" class="copy">copy</button>`;

const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?)/g;

export function jsonMarkup(value: unknown): Html {
  const text = JSON.stringify(value, null, 2) ?? '';
  let markup = '';
  let from = 0;
  for (const match of text.matchAll(tokens)) {
    const [whole, quoted, colon] = match;
    const kind = quoted === undefined ? 'n' : colon === undefined ? 's' : 'k';
    markup += `${escaped(text.slice(from, match.index))}<span class="j${kind}">${escaped(quoted ?? whole)}</span>${colon ?? ''}`;
    from = match.index + whole.length;
  }
  return new Html(markup + escaped(text.slice(from)));
}

export type SampleIds = Readonly<Record<string, string | undefined>>;

/** What the requests on the page are filled with, so that they work when pasted. */
export type Samples = {
  url: string;
  /** Undefined when the first client has a key of its own: that one is not for a page. */
  apiKey: string | undefined;
  needsSandboxKey: boolean;
  idsFor: (operation: string) => SampleIds;
  people: readonly { key: string; userId: string; description: string; purpose: string }[];
};

/** The person who shows an operation best, where an ordinary one does not. */
const bestWith: Readonly<Record<string, string>> = {
  queryPayrollConnection: 'first-query',
  submitMfa: 'mfa-code-pending',
  createDirectConnection: 'direct-connection',
  linkAccount: 'no-payroll-periods',
  setDirectPayroll: 'no-payroll-periods',
  createEntry: 'no-payroll-periods',
  createBankStatement: 'no-payroll-periods',
  createIncomeSubmission: 'no-payroll-periods',
};

/** Users with a name, in the order in which they lead every world. */
const people = scenarios.filter(({ is_user }) => is_user !== false);

export async function samplesFor(client: Client, from: Pick<Samples, 'url' | 'apiKey' | 'needsSandboxKey'>) {
  const clientRecord = await client.state.read();
  const world = client.worldOf(clientRecord);
  const ids = new Map<string, SampleIds>();
  for (const key of new Set(['steady-salary', ...Object.values(bestWith)])) {
    const index = people.findIndex((persona) => persona.key === key);
    ids.set(key, await idsOf(clientRecord, world, index));
  }
  // Each deletion gets a user of its own, so that all other requests of the page still work.
  const expendable = new Map<string, SampleIds>();
  for (const [index, operation] of ['deleteUser', 'deleteAccount', 'deleteEntry'].entries())
    expendable.set(operation, await idsOf(clientRecord, world, world.userCount - 1 - index));
  return {
    ...from,
    idsFor: (operation: string) =>
      expendable.get(operation) ?? ids.get(bestWith[operation] ?? 'steady-salary')!,
    people: people.map((one, index) => ({ ...one, userId: world.userId(index) })),
  };
}

async function idsOf(clientRecord: ClientRecord, world: SeededWorld, index: number): Promise<SampleIds> {
  const userId = world.userId(index);
  const record = (await world.find(userId))?.record;
  const first = (items: object = {}): string | undefined => Object.keys(items)[0];
  return {
    user_id: userId,
    account_id: first(record?.accounts),
    entry_id: first(record?.entries),
    authorisation_id: first(record?.authorisations),
    term_id: first(clientRecord.terms),
    member_id: first(clientRecord.members),
    scenario_key: 'steady-salary',
    month: `${monthFrom(world.world.begins, -1)}.pdf`,
  };
}
