// Clients that are each wrong in one thing, and the clause that has to catch them.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Defect, defect } from './defect.ts';
import { secondDefects } from './second-defects.ts';
import type { Client, Habits, Json, Request } from './specimen.ts';

/** Goes on with this wherever a call fails. */
const swallowing =
  (instead: unknown) =>
  (right: Habits): Partial<Habits> => ({
    call: (client, request) => right.call(client, request).catch(() => instead),
  });
const emptyList = {
  users: [],
  income_submissions: [],
  expenditures: [],
  payroll_submissions: [],
  pagination: { total_count: 0 },
};
const onlyWhere =
  (isMeant: (request: Request) => boolean, instead: unknown) =>
  (right: Habits): Partial<Habits> => ({
    call: async (client, request) =>
      isMeant(request) ? right.call(client, request).catch(() => instead) : right.call(client, request),
  });
const repeating = (status: number): Partial<Habits> => ({
  mayRepeat: (given) => given === status || given === 503,
});
const floats = (amounts: readonly string[]): Json =>
  amounts.reduce((sum, amount) => sum + Number(amount.replaceAll(',', '')), 0);
const local = (text: unknown): unknown => {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(text)) return text;
  const date = new Date(text);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T00:00:00.000Z`;
};
const localDates: Partial<Habits> = {
  fields: (given) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name, local(value)])),
};
const demanding =
  (key: string) =>
  (right: Habits): Partial<Habits> => ({
    payslips: (client, slips) => {
      for (const slip of slips)
        if (slip[key] === null || slip[key] === undefined) throw new Error(`no ${key}`);
      return right.payslips(client, slips);
    },
  });
const paged = (
  next: (page: Json, client: Client, offset: number) => number | undefined,
): Partial<Habits> => ({
  async all(client, path, key, id) {
    const found = new Map<string, Json>();
    for (let offset: number | undefined = 1; offset !== undefined; ) {
      const query = `?offset=${offset}&limit=${client.limit}`;
      const page: Json = await client.call(client, { method: 'GET', path: path + query, isSafe: true });
      for (const item of page[key]) found.set(item[id], item);
      offset = next({ ...page, items: page[key], found: found.size }, client, offset);
    }
    return [...found.values()];
  },
});
const uploadAgain: Partial<Habits> = {
  findsUploaded: false,
};

export const defects: readonly Defect[] = [
  ...secondDefects,
  // The plain journey
  defect('journey.plain', 'list-users', 'counts one user too many', (right) => ({
    'list-users': async (client) => ({ users: (await right['list-users'](client)).users + 1 }),
  })),
  defect('journey.plain', 'delete-account', 'deletes nothing and says that it did', {
    remove: async () => {},
  }),
  defect('journey.plain', 'connect', 'never queries the connection', {
    connect: async () => ({ payslips: 12 }),
  }),
  // Requests
  defect('requests.allowed', 'invite-member', 'sends the name with an invitation', (right) => ({
    call: (client, request) =>
      right.call(
        client,
        request.path === '/members'
          ? { ...request, body: { ...(request.body as object), name: 'Zoë' } }
          : request,
      ),
  })),
  defect('requests.allowed', 'list-users', 'looks for a path that is not there', (right) => ({
    'list-users': async (client) => {
      await client.call(client, { method: 'GET', path: '/v2/users' }).catch(() => {});
      return right['list-users'](client);
    },
  })),
  defect('requests.limits', 'list-users', 'asks for five hundred at once', { limit: 500 }),
  defect('requests.limits', 'income', 'begins at offset 0', (right) => ({
    all: (client, path, key, id) =>
      right.all(
        { ...client, address: (c, r) => right.address(c, r).replace('offset=1&', 'offset=0&') },
        path,
        key,
        id,
      ),
  })),
  defect('requests.service-only', 'delete-user', 'looks at the sandbox to see what happened', (right) => ({
    remove: async (client, path) => {
      await right.remove(client, path);
      await fetch(`${client.values['URL']}/_sandbox/health`);
    },
  })),
  defect('requests.key-own-address', 'upload-statement', 'sends its key to the storage', {
    uploadHeaders: (client) => ({
      'X-API-KEY': client.values['API_KEY']!,
      'Content-Type': 'application/pdf',
    }),
  }),
  defect('requests.key-own-address', 'upload-statement', 'sends the token to the storage', {
    uploadHeaders: (client) => ({ Authorization: `Bearer ${client.values['USER_TOKEN']}` }),
  }),
  defect('requests.key-not-in-url', 'affordability', 'puts its key into the URL too', (right) => ({
    address: (client, request) => `${right.address(client, request)}?api_key=${client.values['API_KEY']}`,
  })),
  defect('requests.key-not-printed', 'income', 'prints its key with an error', (right) => ({
    words: (status, errors) => right.words(status, errors),
    income: async (client) => ({
      ...(await right.income(client)),
      debug: client.headers(client, { method: 'GET', path: '' }),
    }),
  })),
  defect('requests.key-not-printed', 'subscribe', 'prints the token with what it concludes', (right) => ({
    subscribe: async (client) => ({ ...(await right.subscribe(client)), key: client.values['API_KEY'] }),
  })),
  defect('requests.ids-encoded', 'delete-user', 'puts ids into paths as they are', { encode: (id) => id }),
  defect('requests.ids-encoded', 'income', 'encodes ids like whole addresses', {
    encode: (id) => encodeURI(id),
  }),
  defect(
    'requests.authorisation-header',
    'connect',
    'forgets the authorisation that was chosen',
    (right) => ({
      headers: (client, request) => right.headers(client, { ...request, authorised: false }),
    }),
  ),
  defect(
    'requests.authorisation-header',
    'connect',
    'names the authorisation with the MFA answer only',
    (right) => ({
      headers: (client, request) =>
        right.headers(client, { ...request, authorised: request.method === 'PUT' }),
    }),
  ),
  defect('requests.values-verbatim', 'connect', 'takes the MFA answer for a number', {
    mfa: (answer) => (/^\d+$/.test(answer) ? String(Number(answer)) : answer),
  }),
  defect('requests.values-verbatim', 'update-user', 'takes digits for numbers', {
    fields: (given) =>
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [
          name,
          /^\d+$/.test(String(value)) && name === 'ext_id' ? String(Number(value)) : value,
        ]),
      ),
  }),
  defect('requests.values-verbatim', 'update-user', 'trims backslashes', {
    write: (body) => JSON.stringify(body).replaceAll('\\\\', ''),
  }),
  defect('requests.null-sent', 'update-user', 'leaves nulls out', {
    fields: (given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
  }),
  defect('requests.only-what-changes', 'update-user', 'sends the surname along', {
    fields: (given) => ({ surname: 'Lovelace', ...given }),
  }),
  // Tolerance
  defect('tolerance.unknown-fields', 'list-users', 'refuses fields it does not know', (right) => ({
    read: (text, status) => {
      const body = right.read(text, status);
      if ('schema_version' in body) throw new Error('unknown field');
      return body;
    },
  })),
  defect(
    'tolerance.unknown-fields',
    'direct-connection',
    'refuses payslips with fields it does not know',
    (right) => ({
      payslips: (client, slips) => {
        if (slips.some((slip) => '_links' in slip)) throw new Error('unknown field');
        return right.payslips(client, slips);
      },
    }),
  ),
  defect('tolerance.unknown-values', 'direct-connection', 'knows three ratings', (right) => ({
    payslips: (client, slips) => {
      if (slips.some(({ trust_score }) => !['HIGH', 'MEDIUM', 'LOW'].includes(trust_score)))
        throw new Error('rating');
      return right.payslips(client, slips);
    },
  })),
  defect('tolerance.unknown-values', 'connect', 'goes on only with an account that is LINKED', (right) => ({
    call: async (client, request) => {
      const body = await right.call(client, request);
      if (request.method === 'PUT' && body.status !== 'LINKED') throw new Error(`status ${body.status}`);
      return body;
    },
  })),
  defect('tolerance.unknown-values', 'subscribe', 'knows three events', (right) => ({
    webhook: (client) => {
      if (client.values['EVENTS']!.includes('pension')) throw new Error('unknown event');
      return right.webhook(client);
    },
  })),
  defect(
    'tolerance.null-for-absent',
    'connect',
    'needs the employment of a payslip',
    demanding('employment_information'),
  ),
  defect('tolerance.null-for-absent', 'list-users', 'takes every field of a user for a text', (right) => ({
    all: async (client, path, key, id) => {
      const all = await right.all(client, path, key, id);
      for (const user of all) if (user.ext_id === null) throw new Error('ext_id is no text');
      return all;
    },
  })),
  defect('tolerance.order', 'list-users', 'takes the first field for the list of pages', (right) => ({
    read: (text, status) => {
      const body = right.read(text, status);
      if (!Array.isArray(body) && Object.keys(body)[0] !== 'pagination') throw new Error('no pagination');
      return body;
    },
  })),
  defect('tolerance.open-points', 'direct-connection', 'takes nothing but 201 for success', {
    isSuccess: (status) => status === 201,
  }),
  defect('tolerance.open-points', 'subscribe', 'knows one shape of the list of webhooks', (right) => ({
    read: (text, status) => {
      const body = right.read(text, status);
      if (Array.isArray(body)) throw new Error('an array');
      return body;
    },
  })),
  defect('tolerance.open-points', 'invite-member', 'takes nothing but unconfirmed for success', (right) => ({
    'invite-member': async (client) => {
      const { status } = await right['invite-member'](client);
      if (status !== 'unconfirmed') throw new Error(status);
      return { status };
    },
  })),
  defect('tolerance.long-names', 'update-user', 'cuts names', {
    fields: (given) => ({
      ...given,
      ...(typeof given['forename'] === 'string' && { forename: given['forename'].slice(0, 50) }),
    }),
  }),
  defect('tolerance.any-script', 'update-user', 'writes Latin-1', {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what Latin-1 has
    write: (body) => JSON.stringify(body).replace(/[^\u0000-\u00ff]/g, '?'),
  }),
  defect('tolerance.empty-list', 'list-users', 'takes no users for an error', (right) => ({
    'list-users': async (client) => {
      const { users } = await right['list-users'](client);
      if (!users) throw new Error('no users');
      return { users };
    },
  })),
  defect('tolerance.empty-list', 'income', 'takes the first submission for granted', (right) => ({
    all: async (client, path, key, id) => {
      const all = await right.all(client, path, key, id);
      if (all[0].id === '') throw new Error('no id');
      return all;
    },
  })),
  defect('tolerance.zero', 'direct-connection', 'takes zero for missing', {
    payslips: (client, slips) => {
      const nets = slips.map((slip) => slip.income_information.earnings.net_pay).filter((net) => Number(net));
      return { payslips: nets.length, net_pay: client.sum(nets) };
    },
  }),
  // Paging
  defect(
    'paging.to-the-end',
    'list-users',
    'reads one page',
    paged(() => undefined),
  ),
  defect(
    'paging.short-page',
    'list-users',
    'ends with a page that is not full',
    paged((page, { limit }, offset) => (page.items.length < limit ? undefined : offset + page.items.length)),
  ),
  defect(
    'paging.short-page',
    'list-users',
    'goes on by the limit that it asked for',
    paged((page, { limit }, offset) =>
      offset + limit > page.pagination.total_count ? undefined : offset + limit,
    ),
  ),
  defect('paging.user-added', 'list-users', 'insists on the total of the first page', (right) => {
    let total = 0;
    return {
      all: async (client, path, key, id) => {
        total = 0;
        return right.all(
          {
            ...client,
            read: (text, status) => {
              const body = right.read(text, status);
              total ||= body.pagination?.total_count;
              if (body.pagination && total !== body.pagination.total_count)
                throw new Error('the total changed');
              return body;
            },
          },
          path,
          key,
          id,
        );
      },
    };
  }),
  defect('paging.user-deleted', 'list-users', 'needs as many users as the first page promised', (right) => ({
    all: async (client, path, key, id) => {
      const first = await client.call(client, {
        method: 'GET',
        path: `${path}?limit=1&offset=1`,
        isSafe: true,
      });
      const all = await right.all(client, path, key, id);
      if (all.length < first.pagination.total_count - 1 || all.length !== first.pagination.total_count)
        throw new Error('users are missing');
      return all;
    },
  })),
  defect(
    'paging.no-endless',
    'list-users',
    'asks until it has as many as the total',
    paged((page, _client, offset) =>
      page.found >= page.pagination.total_count
        ? undefined
        : page.items.length
          ? offset + page.items.length
          : offset,
    ),
  ),
  // Money and time
  defect('money.exact', 'direct-connection', 'adds floats', { sum: floats }),
  defect('money.exact', 'income', 'adds floats', { sum: floats }),
  defect('money.exact', 'connect', 'rounds to whole pounds', {
    sum: (amounts) => String(Math.round(floats(amounts))),
  }),
  defect('money.huge', 'direct-connection', 'adds floats and rounds at the end', {
    sum: (amounts) => floats(amounts).toFixed(2),
  }),
  defect('money.thousands', 'upload-statement', 'reads a balance up to the first comma', {
    balance: (text) => Number.parseFloat(text),
  }),
  defect('money.negative', 'upload-statement', 'loses the sign', {
    balance: (text) => text.replace(/[^\d.]/g, ''),
  }),
  defect('money.negative', 'direct-connection', 'takes negative pay for an error', {
    sum: (amounts) => {
      if (amounts.some((amount) => amount.startsWith('-'))) throw new Error('negative');
      return floats(amounts);
    },
  }),
  defect('money.sparse-payslip', 'direct-connection', 'needs the address of a payslip', (right) => ({
    payslips: (client, slips) => {
      for (const { identity_information: identity } of slips)
        if (!identity.address) throw new Error('no address');
      return right.payslips(client, slips);
    },
  })),
  defect('time.months', 'affordability', 'counts a year', (right) => ({
    months: (client, list) => ({ ...right.months(client, list), months: 12 }),
  })),
  defect('time.zones', 'update-user', 'writes dates in local time', localDates),
  defect('time.leap-day', 'update-user', 'moves a leap day to March', {
    fields: (given) =>
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [
          name,
          String(value).includes('-02-29') ? String(value).replace('02-29', '03-01') : value,
        ]),
      ),
  }),
  defect('time.dst', 'affordability', 'fails in the hour that the clocks skip', (right) => ({
    affordability: async (client) => {
      if (new Date(Date.UTC(2026, 2, 29, 1, 30)).getHours() !== 1) throw new Error('no such hour');
      return right.affordability(client);
    },
  })),
  // States
  defect('states.mfa-answered', 'connect', 'never answers', (right) => ({
    connect: (client) => right.connect({ ...client, values: { ...client.values, MFA: undefined as never } }),
  })),
  defect(
    'states.pending-told',
    'connect',
    'takes an account that waits for one without payslips',
    onlyWhere(({ method }) => method === 'POST', emptyList),
  ),
  defect('states.wrong-mfa-told', 'connect', 'goes on after a wrong answer', swallowing(emptyList)),
  defect('states.wrong-mfa-once', 'connect', 'sends a wrong answer three times', repeating(400)),
  defect(
    'states.locked-told',
    'connect',
    'takes a locked account for one without payslips',
    swallowing(emptyList),
  ),
  defect('states.locked-not-hammered', 'connect', 'tries a locked account again', repeating(400)),
  defect(
    'states.terms-missing',
    'direct-connection',
    'takes missing terms for nothing new',
    swallowing(emptyList),
  ),
  defect(
    'states.revoked-midway',
    'connect',
    'looks at the answer to the MFA only',
    onlyWhere(({ method }) => method === 'POST', emptyList),
  ),
  defect(
    'states.connections-off',
    'connect',
    'takes a switched-off connection for nothing new',
    swallowing(emptyList),
  ),
  defect('states.nothing-new', 'connect', 'takes nothing new for an error', (right) => ({
    payslips: (client, slips) => {
      if (slips.length === 0) throw new Error('no payslips');
      return right.payslips(client, slips);
    },
  })),
  defect('states.short-lookback', 'connect', 'insists on a year of payslips', (right) => ({
    payslips: (client, slips) => {
      if (slips.length < 12) throw new Error('less than a year');
      return right.payslips(client, slips);
    },
  })),
  defect('states.extraction-awaited', 'upload-statement', 'looks once', { polls: 1 }),
  defect('states.waits-politely', 'upload-statement', 'looks without a pause', { pollMs: 0, polls: 5000 }),
  defect('states.own-document', 'upload-statement', 'takes the newest statement for its own', {
    isOwn: () => true,
    findsUploaded: false,
  }),
  // Refusals
  defect('refusals.not-swallowed', 'update-user', 'says nothing of a refusal', swallowing({})),
  defect('refusals.not-swallowed', 'income', 'takes a refusal for an empty list', swallowing(emptyList)),
  defect('refusals.words', 'subscribe', 'says that something went wrong', {
    words: () => 'Something went wrong',
  }),
  defect('refusals.not-retried', 'direct-connection', 'tries a refused request again', repeating(403)),
  defect('refusals.not-retried', 'update-user', 'tries a request again that was not found', repeating(404)),
  defect(
    'refusals.nothing-half-done',
    'upload-statement',
    'removes the name when presigning was refused',
    (right) => ({
      'upload-statement': async (client) =>
        right['upload-statement'](client).catch(async (error) => {
          await client.call(client, {
            method: 'PATCH',
            path: `/users/${client.values['USER_ID']}`,
            body: { ext_id: 'failed' },
          });
          throw error;
        }),
    }),
  ),
  defect(
    'refusals.nothing-half-done',
    'invite-member',
    'invites with the key when the sign-in was refused',
    (right) => ({
      'invite-member': async (client) =>
        right['invite-member'](client).catch(() => {
          const { INVITE_EMAIL: email, ROLE: role } = client.values;
          return client.call(client, { method: 'POST', path: '/members', body: { email, role } });
        }),
    }),
  ),
  // Trouble
  defect('trouble.rate-limited', 'list-users', 'takes too many requests for no users', (right) => ({
    ...swallowing(emptyList)(right),
    tries: 1,
  })),
  defect('trouble.retry-after', 'income', 'does not read Retry-After', (right) => ({
    pauseMs: (client, nth) => right.pauseMs(client, nth, null),
  })),
  defect('trouble.retry-after', 'delete-user', 'takes Retry-After for milliseconds', {
    pauseMs: (_client, _nth, retryAfter) => Number(retryAfter ?? 50),
  }),
  defect('trouble.outage-told', 'affordability', 'takes an outage for no data', swallowing(emptyList)),
  defect('trouble.bounded-retries', 'list-users', 'never gives up', {
    tries: 10_000,
    firstPauseMs: 1,
    pauseMs: (_client, nth) => 1 + (nth % 7),
  }),
  defect('trouble.pauses-grow', 'list-users', 'tries again without a pause', { pauseMs: () => 0, tries: 6 }),
  defect('trouble.pauses-grow', 'income', 'pauses for the same time each time', {
    pauseMs: () => 300,
    tries: 5,
  }),
  defect('trouble.connection-refused', 'delete-entry', 'takes silence for success', swallowing({})),
  defect('trouble.reset', 'subscribe', 'takes a broken connection for success', (right) => ({
    subscribe: (client) => right.subscribe(client).catch(() => ({})),
  })),
  defect('trouble.cut-body', 'affordability', 'takes half an answer for no data', (right) => ({
    ...swallowing(emptyList)(right),
    tries: 1,
  })),
  defect('trouble.html', 'list-users', 'takes a page for an empty list', (right) => ({
    read: (text, status) => (text.startsWith('<') ? emptyList : right.read(text, status)),
  })),
  defect('trouble.html', 'update-user', 'does not look into a successful answer', {
    read: (text) => (text.startsWith('{') ? JSON.parse(text) : {}),
  }),
  defect('trouble.invalid-json', 'income', 'takes what it cannot parse for an empty list', (right) => ({
    read: (text, status) => {
      try {
        return right.read(text, status);
      } catch {
        return emptyList;
      }
    },
  })),
  defect('trouble.lost-answer', 'connect', 'repeats a query whose answer was lost', {
    mayRepeatUnanswered: () => true,
  }),
  defect('trouble.lost-answer', 'direct-connection', 'repeats a direct connection after a 503', {
    mayRepeat: (status) => status === 503,
  }),
  defect('trouble.time-limit', 'list-users', 'waits for ever', { timeLimitMs: 60_000 }),
  defect(
    'trouble.no-second-upload',
    'upload-statement',
    'presigns and uploads anew when an upload broke',
    (right) => ({
      'upload-statement': (client) =>
        right['upload-statement']({ ...client, findsUploaded: false }).catch(() =>
          right['upload-statement']({ ...client, findsUploaded: false }),
        ),
    }),
  ),
  defect('trouble.no-second-subscription', 'subscribe', 'subscribes anew under another name', (right) => ({
    webhookName: () => `exam ${randomUUID()}`,
    call: (client, request) =>
      right
        .call(client, request)
        .catch(() => right.call(client, { ...request, body: request.body && client.webhook(client) })),
  })),
  // Repetition
  defect('repetition.twice', 'upload-statement', 'uploads without a look at what is there', uploadAgain),
  defect('repetition.twice', 'subscribe', 'subscribes under a random name', (right) => ({
    subscribe: async (client) => {
      const body = { ...right.webhook(client), name: randomUUID() };
      return {
        webhook_id: (await client.call(client, { method: 'POST', path: '/webhooks', body })).webhook_id,
      };
    },
  })),
  defect('repetition.at-once', 'subscribe', 'looks before it subscribes under a random name', {
    webhookName: () => randomUUID(),
  }),
  // Webhooks
  defect('webhooks.subscribed-as-asked', 'subscribe', 'subscribes to the first event only', (right) => ({
    webhook: (client) => ({ ...right.webhook(client), events: [client.values['EVENTS']!.split(',')[0]] }),
  })),
  defect('webhooks.subscribed-as-asked', 'subscribe', 'subscribes to everything', (right) => ({
    webhook: (client) => ({
      ...right.webhook(client),
      events: ['user-payroll-submitted', 'user-bank-statement-submitted', 'user-taxauth-data-submitted'],
    }),
  })),
  defect('webhooks.sealed-as-asked', 'subscribe', 'forgets the secret', (right) => ({
    webhook: (client) => ({ ...right.webhook(client), signing_secret: undefined }),
  })),
  defect('webhooks.sealed-as-asked', 'subscribe', 'forgets the encryption key', (right) => ({
    webhook: (client) => ({ ...right.webhook(client), encryption_key: undefined }),
  })),
  defect('webhooks.before-answer', 'connect', 'answers an event once it has its answer', (right) => ({
    async take(client, event, heard) {
      while (!heard.isAnswered) await sleep(5);
      return right.take(client, event, heard);
    },
  })),
  defect('webhooks.twice', 'direct-connection', 'counts the payslips of each event', {
    take: (_client, event, { events }) => {
      events.push(event);
      return 204;
    },
    concludes: (printed, { events }) => ({ ...printed, payslips: printed.payslips * events.length }),
  }),
  defect('webhooks.twice', 'upload-statement', 'answers a repeated event with 409', (right) => ({
    take: (client, event, heard) =>
      heard.events.some((one) => JSON.stringify(one) === JSON.stringify(event))
        ? 409
        : right.take(client, event, heard),
  })),
  defect('webhooks.out-of-order', 'connect', 'drops what is older than the last event', (right) => ({
    take: (client, event, heard) =>
      heard.events.some(({ timestamp }) => timestamp > event.timestamp)
        ? 204
        : right.take(client, event, heard),
  })),
  defect('webhooks.unknown-kind', 'upload-statement', 'refuses kinds that it does not know', (right) => ({
    take: (client, event, heard) =>
      /-(payroll|bank-statement)-/.test(event.event) ? right.take(client, event, heard) : 400,
  })),
  defect('webhooks.days-late', 'direct-connection', 'refuses events of five minutes ago', (right) => ({
    take: (client, event, heard) =>
      Date.parse(event.timestamp) < Date.now() - 300_000 ? 400 : right.take(client, event, heard),
  })),
];
