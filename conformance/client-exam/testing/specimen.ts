// A correct client whose habits can be changed one by one: each broken client of the proof is this one with one change.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sign } from '../../../spec/webhooks/index.ts';
import type { Journey, Values } from '../stage/journeys.ts';

export type Request = {
  method: string;
  path: string;
  body?: unknown;
  /** Which credential it takes; none for the sign-in. */
  as?: 'key' | 'token' | 'none' | { bearer: string };
  /** May be sent again where it is not known whether it arrived. */
  isSafe?: boolean;
  authorised?: boolean;
};

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What a service answers, as a client without types has it. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Json = any;

type Acts = Readonly<Record<Journey, (client: Client) => Promise<Json>>>;
/** The events that came so far, and whether the journey has its answer. */
export type Heard = { events: Json[]; isAnswered: boolean };
export type Client = Habits & { values: Values; awaited?: string | undefined };
export type Habits = Acts & {
  tries: number;
  firstPauseMs: number;
  timeLimitMs: number;
  limit: number;
  pollMs: number;
  polls: number;
  findsUploaded: boolean;
  encode(id: string): string;
  write(body: unknown): string;
  read(text: string, status: number): Json;
  mayRepeat(status: number, request: Request): boolean;
  mayRepeatUnanswered(request: Request): boolean;
  pauseMs(client: Client, nth: number, retryAfter: string | null): number;
  isSuccess(status: number, request: Request): boolean;
  words(status: number, errors: readonly string[]): string;
  address(client: Client, request: Request): string;
  headers(client: Client, request: Request): Record<string, string>;
  uploadHeaders(client: Client): Record<string, string>;
  call(client: Client, request: Request): Promise<Json>;
  refused(client: Client, status: number, text: string): Json;
  upload(client: Client, url: string, file: Buffer): Promise<void>;
  all(client: Client, path: string, key: string, id: string): Promise<Json[]>;
  sum(amounts: readonly string[]): string;
  fields(given: Record<string, unknown>): unknown;
  mfa(answer: string): unknown;
  balance(text: string): unknown;
  payslips(client: Client, slips: readonly Json[]): Json;
  months(client: Client, list: readonly Json[]): Json;
  webhookName(client: Client): string;
  webhook(client: Client): Record<string, unknown>;
  isOwn(client: Client, statement: Json): boolean;
  remove(client: Client, path: string): Promise<Json>;
  take(client: Client, event: Json, heard: Heard): number | Promise<number>;
  concludes(printed: Json, heard: Heard): Json;
};

/** How a correct client does things. Every function gets the client, so that a changed habit is used by all others. */
const rightHabits = (): Habits => ({
  tries: 4,
  firstPauseMs: 60,
  timeLimitMs: 10_000,
  limit: 100,
  pollMs: 60,
  polls: 60,
  encode: (id: string): string => encodeURIComponent(id),
  write: (body: unknown): string => JSON.stringify(body),
  read: (text: string, _status: number): Json => JSON.parse(text),
  mayRepeat: (status: number, request: Request): boolean =>
    status === 429 || status === 503 ? request.isSafe === true || status === 429 : false,
  mayRepeatUnanswered: (request: Request): boolean => request.isSafe === true,
  pauseMs: (client: Client, nth: number, retryAfter: string | null): number =>
    retryAfter === null
      ? client.firstPauseMs * 2 ** nth
      : /^\d+$/.test(retryAfter)
        ? Number(retryAfter) * 1000
        : Math.max(0, Date.parse(retryAfter) - Date.now()),
  isSuccess: (status: number, _request: Request): boolean => status >= 200 && status < 300,
  words: (status: number, errors: readonly string[]): string => `${status}: ${errors.join('; ')}`,
  address: (client: Client, request: Request): string => client.values['URL'] + request.path,
  headers: (client: Client, { as = 'key', body, authorised }: Request): Record<string, string> => {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (as === 'key') headers['X-API-KEY'] = client.values['API_KEY']!;
    if (as === 'token') headers['Authorization'] = `Bearer ${client.values['USER_TOKEN']}`;
    if (typeof as === 'object') headers['Authorization'] = `Bearer ${as.bearer}`;
    if (authorised && client.values['AUTHORISATION_ID'])
      headers['x-svc-authorisation-id'] = client.values['AUTHORISATION_ID'];
    return headers;
  },
  uploadHeaders: (_client: Client): Record<string, string> => ({ 'Content-Type': 'application/pdf' }),

  /** Sends until there is an answer to go by, and throws what is no success. */
  async call(client: Client, request: Request): Promise<Json> {
    for (let nth = 0; ; nth++) {
      const isLast = nth + 1 >= client.tries;
      let response: Response;
      let text: string;
      try {
        response = await fetch(client.address(client, request), {
          method: request.method,
          headers: client.headers(client, request),
          body: request.body === undefined ? undefined : client.write(request.body),
          signal: AbortSignal.timeout(client.timeLimitMs),
        });
        text = await response.text();
      } catch (error) {
        if (isLast || !client.mayRepeatUnanswered(request))
          throw new Error(`no answer: ${(error as Error).message}`);
        await sleep(client.pauseMs(client, nth, null));
        continue;
      }
      if (client.isSuccess(response.status, request)) return client.read(text, response.status);
      if (!isLast && client.mayRepeat(response.status, request)) {
        await sleep(client.pauseMs(client, nth, response.headers.get('retry-after')));
        continue;
      }
      return client.refused(client, response.status, text);
    }
  },
  refused(client: Client, status: number, text: string): Json {
    let errors = [text.slice(0, 200)];
    try {
      errors = JSON.parse(text).errors ?? errors;
    } catch {
      // A page of a proxy.
    }
    throw new Refused(status, client.words(status, errors));
  },
  async upload(client: Client, url: string, file: Buffer): Promise<void> {
    const response = await fetch(url, {
      method: 'PUT',
      headers: client.uploadHeaders(client),
      body: new Uint8Array(file),
      signal: AbortSignal.timeout(client.timeLimitMs),
    });
    if (!response.ok) client.refused(client, response.status, await response.text());
  },
  /** All items of a list, each once. */
  async all(client: Client, path: string, key: string, id: string): Promise<Json[]> {
    const found = new Map<string, Json>();
    for (let offset = 1; ; ) {
      const page = await client.call(client, {
        method: 'GET',
        path: `${path}?offset=${offset}&limit=${client.limit}`,
        isSafe: true,
      });
      for (const item of page[key]) found.set(item[id], item);
      offset += page[key].length;
      if (page[key].length === 0 || found.size >= page.pagination.total_count) return [...found.values()];
    }
  },
  sum: (amounts: readonly string[]): string => {
    let pence = 0n;
    for (const amount of amounts) pence += BigInt(amount.replaceAll(',', '').replace('.', ''));
    const digits = String(pence < 0n ? -pence : pence).padStart(3, '0');
    return `${pence < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  },
  fields: (given: Record<string, unknown>): unknown => given,
  mfa: (answer: string): unknown => answer,
  balance: (text: string): unknown => text.replaceAll(',', ''),
  payslips: (client: Client, slips: readonly Json[]): Json => {
    client.awaited = slips[0]?.entry_id;
    return {
      payslips: slips.length,
      net_pay: client.sum(slips.map((slip) => slip.income_information.earnings.net_pay)),
    };
  },
  /** The status for an event: what is known already, or of an unknown kind, is acknowledged and left at that. */
  take: (_client: Client, event: Json, { events }: Heard): number => {
    if (!events.some((one) => JSON.stringify(one) === JSON.stringify(event))) events.push(event);
    return 204;
  },
  concludes: (printed: Json): Json => printed,
  webhookName: (client: Client): string => `exam ${client.values['WEBHOOK_URL']}`,
  webhook: (client: Client): Record<string, unknown> => ({
    name: client.webhookName(client),
    events: client.values['EVENTS']!.split(','),
    url: client.values['WEBHOOK_URL'],
    ...(client.values['SECRET'] && { signing_secret: client.values['SECRET'] }),
    ...(client.values['ENCRYPTION_KEY'] && { encryption_key: client.values['ENCRYPTION_KEY'] }),
    config: {},
  }),
  isOwn: (client: Client, statement: Json): boolean =>
    statement.document_external_id === client.values['EXTERNAL_ID'],
  findsUploaded: true,

  async 'list-users'(client: Client): Promise<Json> {
    return { users: (await client.all(client, '/users', 'users', 'user_id')).length };
  },
  async 'update-user'(client: Client): Promise<Json> {
    const body = client.fields(JSON.parse(client.values['FIELDS']!));
    const path = `/users/${client.encode(client.values['USER_ID']!)}`;
    return { user: await client.call(client, { method: 'PATCH', path, body, isSafe: true }) };
  },
  async connect(client: Client): Promise<Json> {
    const { ACCOUNT_ID: account_id, MFA } = client.values;
    let account: Json;
    if (MFA !== undefined) {
      const path = `/accounts/${client.encode(account_id!)}/mfa`;
      account = await client.call(client, {
        method: 'PUT',
        path,
        body: { mfa: client.mfa(MFA) },
        authorised: true,
      });
    }
    const path = '/payroll/entries/connections';
    const result = await client.call(client, {
      method: 'POST',
      path,
      body: { account_id },
      as: 'token',
      authorised: true,
    });
    return {
      ...client.payslips(client, result.payroll_submissions),
      ...(account && { account: account.status }),
    };
  },
  async 'direct-connection'(client: Client): Promise<Json> {
    const body = { user_id: client.values['USER_ID'] };
    const path = '/accounts/direct-connections';
    const result = await client.call(client, { method: 'POST', path, body, authorised: true });
    return client.payslips(client, result.payroll_submissions);
  },
  async 'upload-statement'(client: Client): Promise<Json> {
    const { USER_ID, FILE, EXTERNAL_ID } = client.values;
    const list = `/bankstatements/${client.encode(USER_ID!)}?limit=1000`;
    const own = async () => {
      const page = await client.call(client, { method: 'GET', path: list, isSafe: true });
      return page.bank_statement_submissions.find((one: Json) => client.isOwn(client, one));
    };
    let found = client.findsUploaded ? await own() : undefined;
    if (!found) {
      const body = { files: [{ file_name: basename(FILE!), external_id: EXTERNAL_ID }] };
      const path = '/documents/bank-statements/presign';
      const { presigned_urls } = await client.call(client, { method: 'PUT', path, body, as: 'token' });
      await client.upload(client, presigned_urls[0].presigned_url, await readFile(FILE!));
      client.awaited = JSON.stringify(EXTERNAL_ID);
    }
    for (let nth = 0; !found && nth < client.polls; nth++) {
      if (nth > 0) await sleep(client.pollMs);
      found = await own();
    }
    if (!found) throw new Error('the statement cannot be read yet');
    return { statements: 1, closing_balance: client.balance(found.balance_information.closing_balance) };
  },
  async income(client: Client): Promise<Json> {
    const path = `/taxauth/${client.encode(client.values['USER_ID']!)}`;
    const all = await client.all(client, path, 'income_submissions', 'id');
    return {
      submissions: all.length,
      total_income: client.sum(all.map((one) => one.employment.total_income)),
    };
  },
  async affordability(client: Client): Promise<Json> {
    const path = `/expenditure/${client.encode(client.values['USER_ID']!)}/ons`;
    const { expenditures } = await client.call(client, { method: 'GET', path, isSafe: true });
    return client.months(client, expenditures);
  },
  months: (client: Client, list: readonly Json[]): Json => ({
    months: list.length,
    total: client.sum(list.map(({ total }) => total)),
  }),
  async subscribe(client: Client): Promise<Json> {
    const listed = await client.call(client, { method: 'GET', path: '/webhooks', isSafe: true });
    const all = Array.isArray(listed) ? listed : listed.webhooks;
    const there = all.find((one: Json) => one.url === client.values['WEBHOOK_URL']);
    const has = (kind: string) => there?.events.includes(kind);
    if (there && client.values['EVENTS']!.split(',').every(has)) return { webhook_id: there.webhook_id };
    if (there) await client.remove(client, `/webhooks/${there.webhook_id}`);
    const made = await client.call(client, {
      method: 'POST',
      path: '/webhooks',
      body: client.webhook(client),
    });
    return { webhook_id: made.webhook_id.toString() };
  },
  async remove(client: Client, path: string): Promise<void> {
    await client.call(client, { method: 'DELETE', path, isSafe: true });
  },
  'delete-user': (client: Client): Promise<Json> =>
    client.remove(client, `/users/${client.encode(client.values['USER_ID']!)}`),
  'delete-account': (client: Client): Promise<Json> =>
    client.remove(client, `/accounts/${client.encode(client.values['ACCOUNT_ID']!)}`),
  'delete-entry': (client: Client): Promise<Json> =>
    client.remove(client, `/payroll/entries/${client.encode(client.values['ENTRY_ID']!)}`),
  async 'invite-member'(client: Client): Promise<Json> {
    const { MEMBER: username, PASSWORD: password, INVITE_EMAIL: email, ROLE: role } = client.values;
    const signIn = {
      method: 'POST',
      path: '/members/signin',
      body: { username, password },
      as: 'none',
    } as const;
    const { jwt } = await client.call(client, signIn);
    const invite = { method: 'POST', path: '/members', body: { email, role }, as: { bearer: jwt } };
    const { status } = await client.call(client, invite);
    if (typeof status !== 'string') throw new Error('the answer names no status');
    return { status };
  },
});

/** Listens for events while a journey runs, and lets it end when its own event has come. */
async function receiving(client: Client, journey: () => Promise<Json>): Promise<Json> {
  const heard: Heard = { events: [], isAnswered: false };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const isGenuine = sign(body, client.values['SECRET']!) === request.headers['x-svc-signature'];
    const status = isGenuine ? await client.take(client, JSON.parse(body.toString()), heard) : 401;
    response.writeHead(status).end();
  }).listen(Number(client.values['PORT']), '127.0.0.1');
  await once(server, 'listening');
  try {
    const printed = await journey();
    heard.isAnswered = true;
    const { awaited } = client;
    const isHere = () => heard.events.some((event) => JSON.stringify(event).includes(awaited!));
    for (let times = 0; awaited !== undefined && !isHere(); times++) {
      if (times > 500) throw new Error('no event came');
      await sleep(10);
    }
    // It may come twice.
    await sleep(200);
    return client.concludes(printed, heard);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** A client with these habits; the ones that are not given are right. */
export const specimen =
  (change: (right: Habits) => Partial<Habits> = () => ({})) =>
  (values: Values): Promise<unknown> => {
    const right = rightHabits();
    const client = { ...right, ...change(right), values } as Client;
    const journey = () => client[values['JOURNEY'] as Journey](client);
    return values['PORT'] === undefined ? journey() : receiving(client, journey);
  };
