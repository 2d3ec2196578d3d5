import { type Defect, defect } from '../defect.ts';

export const requestsDefects: readonly Defect[] = [
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
];
