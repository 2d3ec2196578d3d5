// Clients whose mistakes one example never shows: they keep something, take one for another, or fail the second time.
import { once } from 'node:events';
import { get } from 'node:http';
import { type Defect, defect } from './defect.ts';
import type { Habits, Json } from './specimen.ts';

/** Remembers the first value of a function for all starts of the program. */
const keptOnce = <T>(): ((make: () => Promise<T>) => Promise<T>) => {
  let kept: Promise<T> | undefined;
  return (make) => {
    kept ??= make();
    return kept;
  };
};

/** Tells payslips apart by something that is no id. */
const distinctBy =
  (key: (slip: Json) => unknown) =>
  (right: Habits): Partial<Habits> => ({
    payslips: (client, slips) =>
      right.payslips(client, [...new Map(slips.map((slip) => [key(slip), slip])).values()]),
  });

const headersKeptOf = (): ((right: Habits) => Partial<Habits>) => {
  let kept: string | undefined;
  return (right) => ({
    headers: (client, request) => {
      const headers = right.headers(client, request);
      if (headers['X-API-KEY'] !== undefined) {
        kept ??= headers['X-API-KEY'];
        headers['X-API-KEY'] = kept;
      }
      return headers;
    },
  });
};

const incomeKept = keptOnce<Json>();
const usersAtOnce = { latest: '' };
const breaker = { isOpen: false };
const lock = { isHeld: false };

export const secondDefects: readonly Defect[] = [
  // Histories
  defect('repetition.other-user', 'update-user', 'keeps the key of its first start', headersKeptOf()),
  defect('repetition.other-user', 'income', 'keeps the income of the first user', (right) => ({
    income: (client) => incomeKept(() => right.income(client)),
  })),
  defect('repetition.other-user', 'affordability', 'keeps the current user in a variable', (right) => ({
    affordability: async (client) => {
      usersAtOnce.latest = client.values['USER_ID']!;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return right.affordability({ ...client, values: { ...client.values, USER_ID: usersAtOnce.latest } });
    },
  })),
  defect('repetition.after-failure', 'list-users', 'gives up for ever after a refusal', (right) => ({
    'list-users': async (client) => {
      if (breaker.isOpen) throw new Error('the circuit is open');
      return right['list-users'](client).catch((error) => {
        breaker.isOpen = true;
        setTimeout(() => {
          breaker.isOpen = false;
        }, 2000);
        throw error;
      });
    },
  })),
  defect('repetition.after-failure', 'subscribe', 'holds its lock when it is cut off', (right) => ({
    subscribe: async (client) => {
      if (lock.isHeld) throw new Error('another start is running');
      lock.isHeld = true;
      setTimeout(() => {
        lock.isHeld = false;
      }, 3000);
      const made = await right.subscribe(client);
      lock.isHeld = false;
      return made;
    },
  })),
  // Lost answers
  defect('trouble.no-second-invitation', 'invite-member', 'repeats an invitation whose answer was lost', {
    mayRepeatUnanswered: () => true,
    mayRepeat: (status) => status === 503,
  }),
  // Ties, rivals and leftovers
  defect(
    'tolerance.ties',
    'direct-connection',
    'takes payslips of one day for one',
    distinctBy((slip) => slip.income_information.pay_date),
  ),
  defect(
    'tolerance.ties',
    'connect',
    'takes payslips of one amount for one',
    distinctBy((slip) => `${slip.created_at} ${slip.income_information.earnings.net_pay}`),
  ),
  defect('tolerance.ties', 'list-users', 'takes users of one name for one', (right) => ({
    'list-users': async (client) => {
      const all = await right.all(client, '/users', 'users', 'user_id');
      return {
        users: new Set(all.map((user) => `${user.forename} ${user.surname} ${user.created_at}`)).size,
      };
    },
  })),
  defect('paging.to-the-end', 'income', 'reads two pages at most', (right) => ({
    all: async (client, path, key, id) => (await right.all(client, path, key, id)).slice(0, 200),
  })),
  defect('states.own-document', 'upload-statement', 'takes what is new for its own', (right) => ({
    'upload-statement': (client) => {
      let isUploaded = false;
      return right['upload-statement']({
        ...client,
        upload: async (...given) => {
          await right.upload(...given);
          isUploaded = true;
        },
        isOwn: (own, statement) => isUploaded || right.isOwn(own, statement),
      });
    },
  })),
  defect('webhooks.subscribed-as-asked', 'subscribe', 'is content with any subscription to its address', {
    async subscribe(client) {
      const listed = await client.call(client, { method: 'GET', path: '/webhooks', isSafe: true });
      const all = Array.isArray(listed) ? listed : listed.webhooks;
      const there = all.find((one: Json) => one.url === client.values['WEBHOOK_URL']);
      if (there) return { webhook_id: there.webhook_id };
      const body = client.webhook(client);
      return {
        webhook_id: (await client.call(client, { method: 'POST', path: '/webhooks', body })).webhook_id,
      };
    },
  }),
  // Values
  defect('requests.values-verbatim', 'update-user', 'leaves out what is falsy', {
    fields: (given) =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value || value === null)),
  }),
  defect('tolerance.told-as-read', 'update-user', 'tells digits as numbers', (right) => ({
    'update-user': async (client) => {
      const { user } = await right['update-user'](client);
      return { user: { ...user, ext_id: /^\d+$/.test(user.ext_id) ? Number(user.ext_id) : user.ext_id } };
    },
  })),
  defect('money.large', 'direct-connection', 'counts pence in 32 bits', {
    sum: (amounts) => {
      const pence = amounts.reduce((sum, amount) => (sum + Number(amount.replace('.', ''))) | 0, 0);
      return (pence / 100).toFixed(2);
    },
  }),
  defect('money.large', 'upload-statement', 'holds a balance in single precision', {
    balance: (text) => Math.fround(Number(text.replaceAll(',', ''))).toFixed(2),
  }),
  defect('time.own-clock', 'connect', 'drops payslips of the future', (right) => ({
    payslips: (client, slips) => {
      const isPast = (slip: Json) => Date.parse(slip.income_information.pay_date) < Date.now();
      return right.payslips(client, slips.filter(isPast));
    },
  })),
  // Trouble
  defect('trouble.retry-after', 'list-users', 'reads Retry-After as seconds alone', (right) => ({
    pauseMs: (client, nth, retryAfter) =>
      /^\d+$/.test(retryAfter ?? '') ? right.pauseMs(client, nth, retryAfter) : 10,
  })),
  defect('trouble.dripping-answer', 'affordability', 'limits the time to the head of an answer', (right) => ({
    async call(client, request) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), 3000);
      const response = await fetch(client.address(client, request), {
        method: request.method,
        headers: client.headers(client, request),
        signal: late.signal,
      });
      clearTimeout(timer);
      const text = await response.text();
      if (!response.ok) return right.refused(client, response.status, text);
      return right.read(text, response.status);
    },
  })),
  defect('refusals.words', 'connect', 'prints the first message of a refusal', {
    words: (status, errors) => `${status}: ${errors[0]}`,
  }),
  defect('requests.nothing-else', 'delete-entry', 'deletes the account with the entry', (right) => ({
    'delete-entry': async (client) => {
      await right['delete-entry'](client);
      await right['delete-account'](client);
    },
  })),
  defect('requests.values-verbatim', 'upload-statement', 'uploads the file as text', (right) => ({
    upload: (client, url, file) => right.upload(client, url, Buffer.from(file.toString())),
  })),
  defect('requests.values-verbatim', 'subscribe', 'leaves the query of the address out', (right) => ({
    webhook: (client) => ({ ...right.webhook(client), url: client.values['WEBHOOK_URL']!.split('?')[0] }),
  })),
  defect('requests.values-verbatim', 'connect', 'trims the MFA answer', { mfa: (answer) => answer.trim() }),
  // Secrets
  defect(
    'requests.key-not-printed',
    'delete-entry',
    'prints the beginning of its key when refused',
    (right) => ({
      refused: (client, status, text) =>
        right.refused(client, status, `${text} (key ${client.values['API_KEY']!.slice(-12)})`),
      words: (status, errors) => `${status}: ${errors}`,
    }),
  ),
  defect('requests.key-not-printed', 'invite-member', 'prints the token of the member', (right) => ({
    call: async (client, request) => {
      const answer = await right.call(client, request);
      return request.path === '/members' && typeof request.as === 'object'
        ? { ...answer, status: `${answer.status} ${request.as.bearer.slice(-20)}` }
        : answer;
    },
  })),
  defect('requests.key-not-printed', 'affordability', 'prints its key in Base64', (right) => ({
    affordability: async (client) => ({
      ...(await right.affordability(client)),
      debug: Buffer.from(`user:${client.values['API_KEY']}`).toString('base64'),
    }),
  })),
  // In the middle, and before
  defect('trouble.outage-told', 'list-users', 'takes a failing second page for the end', {
    async all(client, path, key, id) {
      const found = new Map<string, Json>();
      for (let offset = 1; ; ) {
        const request = { method: 'GET', path: `${path}?offset=${offset}&limit=100`, isSafe: true };
        const page = await client.call(client, request).catch((error) => {
          if (offset === 1) throw error;
        });
        for (const item of page?.[key] ?? []) found.set(item[id], item);
        if (!page?.[key].length) return [...found.values()];
        offset += page[key].length;
      }
    },
  }),
  defect(
    'trouble.no-second-subscription',
    'subscribe',
    'takes a list that fails for an empty one',
    (right) => ({
      webhookName: () => `payrig ${Math.random()}`,
      call: (client, request) =>
        request.method === 'GET' ? right.call(client, request).catch(() => []) : right.call(client, request),
    }),
  ),
  defect('trouble.time-limit', 'upload-statement', 'uploads without a time limit', (right) => ({
    timeLimitMs: 3000,
    async upload(client, url, file) {
      const body = new Uint8Array(file);
      const { ok, status } = await fetch(url, { method: 'PUT', headers: client.uploadHeaders(client), body });
      if (!ok) right.refused(client, status, '');
    },
  })),
  defect('tolerance.chunks', 'update-user', 'decodes each chunk by itself', (right) => ({
    async call(client, request) {
      const response = await fetch(client.address(client, request), {
        method: request.method,
        headers: client.headers(client, request),
        body: client.write(request.body),
      });
      let text = '';
      for await (const chunk of response.body!) text += Buffer.from(chunk).toString();
      return response.ok ? right.read(text, response.status) : client.refused(client, response.status, text);
    },
  })),
  defect(
    'states.extraction-awaited',
    'upload-statement',
    'takes a balance that is not there for zero',
    (right) => ({
      isOwn: (client, one) => {
        one.balance_information.closing_balance ??= '0.00';
        return right.isOwn(client, one);
      },
    }),
  ),
  defect('time.months', 'affordability', 'takes a year of months', (right) => ({
    months: (client, list) => right.months(client, list.slice(0, 12)),
  })),
  defect('requests.values-verbatim', 'upload-statement', 'decodes the presigned URL', (right) => ({
    upload: (client, url, file) => right.upload(client, decodeURIComponent(url), file),
  })),
  defect('requests.values-verbatim', 'invite-member', 'knows one role', (right) => ({
    'invite-member': (client) =>
      right['invite-member']({ ...client, values: { ...client.values, ROLE: 'viewer' } }),
  })),
  defect('requests.values-verbatim', 'update-user', 'sends one post code', {
    fields: ({ post_codes: codes, ...given }) => ({
      ...given,
      ...(codes !== undefined && { post_codes: Array.isArray(codes) ? codes.slice(0, 1) : codes }),
    }),
  }),
  defect('trouble.errors-with-200', 'income', 'takes errors with status 200 for no income', (right) => ({
    call: async (client, request) => ({
      ...{ income_submissions: [], pagination: { total_count: 0 } },
      ...(await right.call(client, request)),
    }),
  })),
  defect('trouble.html', 'delete-user', 'takes a redirection for success', {
    isSuccess: (status) => status < 400,
    read: (text) => (text.startsWith('{') ? JSON.parse(text) : {}),
  }),
  defect('refusals.not-swallowed', 'delete-user', 'takes a conflict for success', {
    isSuccess: (status) => status < 300 || status === 409,
  }),
  defect('trouble.bounded-retries', 'income', 'asks again and again after a 429', {
    tries: 1000,
    mayRepeat: (status) => status === 429,
  }),
  defect('trouble.no-second-invitation', 'invite-member', 'invites again when no answer comes in time', {
    timeLimitMs: 4000,
    mayRepeatUnanswered: (request) => request.path === '/members',
  }),
  defect('trouble.lost-answer', 'direct-connection', 'repeats a query that a gateway gave up', {
    mayRepeat: (status) => status === 504,
  }),
  defect('tolerance.told-as-read', 'update-user', 'tells what it sent for what the service has', (right) => ({
    'update-user': async (client) => {
      const { user } = await right['update-user'](client);
      return { user: { ...user, ...JSON.parse(client.values['FIELDS']!) } };
    },
  })),
  defect('money.exact', 'affordability', 'adds totals as floats', (right) => ({
    months: (client, list) => ({
      ...right.months(client, list),
      total: list.reduce((sum, { total }) => sum + Number(total), 0),
    }),
  })),
  defect('paging.user-added', 'list-users', 'counts a user who slips to the next page twice', {
    async 'list-users'(client) {
      const all: Json[] = [];
      for (let total = 1; all.length < total; ) {
        const path = `/users?offset=${all.length + 1}&limit=100`;
        const page = await client.call(client, { method: 'GET', path, isSafe: true });
        if (page.users.length === 0) break;
        all.push(...page.users);
        total = page.pagination.total_count;
      }
      return { users: all.length };
    },
  }),
  defect('paging.to-the-end', 'connect', 'reads fifty payslips at most', (right) => ({
    payslips: (client, slips) => right.payslips(client, slips.slice(0, 50)),
  })),
  defect('paging.to-the-end', 'upload-statement', 'looks at a hundred statements alone', (right) => ({
    polls: 5,
    address: (client, request) => right.address(client, request).replace('limit=1000', 'limit=100'),
  })),
  defect(
    'tolerance.chunks',
    'affordability',
    'asks for compressed answers and cannot read them',
    (right) => ({
      headers: (client, request) => ({ ...right.headers(client, request), 'Accept-Encoding': 'gzip' }),
      call: async (client, request) => {
        const headers = client.headers(client, request);
        const [response] = await once(get(client.address(client, request), { headers }), 'response');
        const text = Buffer.concat(await response.toArray()).toString();
        return response.statusCode === 200
          ? right.read(text, 200)
          : client.refused(client, response.statusCode, text);
      },
    }),
  ),
  defect('webhooks.subscribed-as-asked', 'subscribe', 'compares addresses without their query', (right) => ({
    call: async (client, request) => {
      const answer = await right.call(client, request);
      const own = client.values['WEBHOOK_URL']!;
      return Array.isArray(answer?.webhooks)
        ? {
            webhooks: answer.webhooks.map((one: Json) =>
              own.startsWith(one.url) ? { ...one, url: own } : one,
            ),
          }
        : answer;
    },
  })),
  defect('states.own-document', 'upload-statement', 'compares the beginning of the external id', {
    isOwn: (client, one) => client.values['EXTERNAL_ID']!.startsWith(one.document_external_id ?? '?'),
  }),
  defect('requests.values-verbatim', 'delete-user', 'deletes every user', (right) => ({
    'delete-user': async (client) => {
      const { users } = await client.call(client, { method: 'GET', path: '/users', isSafe: true });
      for (const { user_id } of users) await client.remove(client, `/users/${user_id}`);
      return right['delete-user'](client).catch(() => undefined);
    },
  })),
  defect('requests.key-not-printed', 'connect', 'prints the MFA answer', (right) => ({
    connect: async (client) => ({ ...(await right.connect(client)), mfa: client.values['MFA'] }),
  })),
  defect(
    'tolerance.null-for-absent',
    'connect',
    'takes the gross pay where there is no net pay',
    (right) => ({
      sum: (amounts) => right.sum(amounts.map((amount) => amount ?? '1500.00')),
    }),
  ),
  defect('tolerance.null-for-absent', 'income', 'skips income of no account', (right) => ({
    all: async (...given) => (await right.all(...given)).filter(({ account_id }) => account_id !== null),
  })),
  defect('requests.key-not-in-url', 'income', 'names its key to the logs of the service', (right) => ({
    headers: (client, request) => ({
      ...right.headers(client, request),
      'User-Agent': `lender (${client.values['API_KEY']})`,
    }),
  })),
];
