import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import type { Wrappings } from '../../../simulator/app/options.ts';
import type { Ports } from '../../../simulator/ports/ports.ts';
import { createSandbox, type Sandbox } from '../../../simulator/sandbox.ts';
import { loadContract } from '../../../spec/contract.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { completeProfile } from '../../../spec/profile.ts';
import { type Edge, edgeMiddleware } from './edge.ts';
import { combined } from './mutant.ts';

const noChange: Record<string, Edge> = {
  'the answer': { matches: /./, answer: (answer) => answer },
  'the request': { matches: /./, request: () => undefined },
  'request and answer': { matches: /./, request: () => undefined, answer: () => undefined },
};

let plain: string[];
beforeAll(async () => {
  plain = await answers({});
});

test.for(Object.keys(noChange))(
  'an edge that looks at %s and changes nothing changes no byte',
  async (which) => {
    const edge = noChange[which];
    if (!edge) throw new Error(`There is no edge for ${which}`);
    // Two edges, one behind the other, as a mutant of two defects has them.
    const edges = combined([edge, edge].map((one) => ({ wrap: { app: edgeMiddleware(one) } })));
    const behindEdges = await answers({ ...edges.wrap });
    expect(behindEdges).toEqual(plain);
  },
);

/** The bytes of every answer of a fixed course of requests, by a sandbox in which nothing is left to chance. */
async function answers(wrap: Wrappings): Promise<string[]> {
  await using sandbox = await createSandbox({
    users: 3,
    seed: 5,
    now: '2026-05-04T09:30:00.000Z',
    frozen: true,
    publicUrl: 'http://sandbox.test',
    wrap: { ...wrap, ports: withoutChance },
  });
  const seen: string[] = [];
  await course(async (method, path, init = {}) => {
    const answer = await exchange(sandbox, method, path, init);
    seen.push(`${method} ${path}\n${answer.replace(/\r\nDate: [^\r]+/, '\r\nDate: masked')}`);
    const text = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    return text.startsWith('{') ? JSON.parse(text) : {};
  });
  return seen;
}

function withoutChance(ports: Ports): Ports {
  let drawn = 0;
  const uuid = () => `${String(++drawn).padStart(8, '0')}-0000-4000-8000-${String(drawn).padStart(12, '0')}`;
  return {
    ...ports,
    ids: { uuid, ofUser: (userId) => userId.slice(0, 13) + uuid().slice(13) },
    randomBytes: (length) => Buffer.alloc(length, `${++drawn}.`),
    random: () => 0.5,
  };
}

type Init = {
  as?: 'none' | { bearer: string; authorisation?: string | undefined };
  body?: unknown;
  text?: string;
  type?: string;
};

/** Sends one request over a socket of its own and gives the answer as it comes over the wire. */
async function exchange(
  { url, apiKey }: Sandbox,
  method: string,
  path: string,
  { as, body, text, type = 'application/json' }: Init,
): Promise<string> {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const credentials = as === undefined ? [`X-API-KEY: ${apiKey}`] : [];
  if (typeof as === 'object') credentials.push(`Authorization: Bearer ${as.bearer}`);
  if (typeof as === 'object' && as.authorisation)
    credentials.push(`X-SVC-AUTHORISATION-ID: ${as.authorisation}`);
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...credentials];
  if (content !== undefined)
    head.push(`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(content)}`);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(`${head.join('\r\n')}\r\n\r\n${content ?? ''}`);
  await once(socket, 'end');
  return Buffer.concat(chunks).toString('latin1');
}

type Ask = (method: string, path: string, init?: Init) => Promise<Record<string, string>>;

/** Every operation of the service, refused and taken; then a PDF, a stream, an upload, a page, an unknown path. */
async function course(ask: Ask): Promise<void> {
  const { user_id = '' } = await ask('POST', '/_sandbox/users', {
    body: {
      ext_id: 'unchanged-1',
      forename: 'Zoë',
      surname: 'Ng',
      date_of_birth: '1990-05-17',
      post_codes: ['LS1 4AP'],
    },
  });
  const arrange = (path: string, body: unknown) =>
    ask('POST', `/_sandbox/users/${user_id}/${path}`, { body });
  const { id: term_id = '' } = await ask('POST', '/_sandbox/terms', { body: {} });
  const { authorisation_id } = await arrange('authorisations', { term_id });
  const { token: bearer = '' } = await arrange('tokens', {});
  const { account_id } = await arrange('accounts', { mfa_enabled: true, mfa: '1234' });
  const { entry_id } = await arrange('entries', {
    payroll_submissions: [
      {
        income_information: {
          pay_interval_start: '2026-03-01T00:00:00.000Z',
          pay_interval_end: '2026-03-31T00:00:00.000Z',
          earnings: { net_pay: '2100.00' },
        },
      },
    ],
  });
  await arrange('bank-statements', {});
  await arrange('taxauth', {});

  let webhook_id: string | undefined;
  let upload: string | undefined;
  /** In the order in which they are sent, so that what is deleted is needed no more. The edge treats all operations alike. */
  const lawful: { [Id in OperationId]?: () => ReturnType<Ask> } = {
    getOnsExpenditure: () => ask('GET', `/expenditure/${user_id}/ons`),
    signInMember: () =>
      ask('POST', '/members/signin', {
        as: 'none',
        body: { username: 'member@sandbox.test', password: 'sandbox-password' },
      }),
    inviteMember: () => ask('POST', '/members', { body: { email: 'new@example.com', role: 'viewer' } }),
    getAuthorisationTerm: () => ask('GET', `/authorisations/terms/${term_id}`),
    listUsers: () => ask('GET', '/users?limit=2'),
    updateUser: () => ask('PATCH', `/users/${user_id}`, { body: { forename: 'Zoé', surname: null } }),
    getConfiguration: () => ask('GET', '/configuration'),
    updateConfiguration: () => ask('PATCH', '/configuration', { body: { client_display_name: 'Naïve' } }),
    submitMfa: () => ask('PUT', `/accounts/${account_id}/mfa`, { body: { mfa: '1234' } }),
    queryPayrollConnection: () =>
      ask('POST', '/payroll/entries/connections', {
        as: { bearer, authorisation: authorisation_id },
        body: { account_id },
      }),
    createDirectConnection: () => ask('POST', '/accounts/direct-connections', { body: { user_id } }),
    presignBankStatements: async () => {
      const body = { files: [{ file_name: 'march.pdf', external_id: 'loan-1' }] };
      const answer = await ask('PUT', '/documents/bank-statements/presign', { as: { bearer }, body });
      upload = /http:[^"]+/.exec(JSON.stringify(answer))?.[0];
      return answer;
    },
    listBankStatements: () => ask('GET', `/bankstatements/${user_id}`),
    getTaxauthIncome: () => ask('GET', `/taxauth/${user_id}`),
    listProviders: () => ask('GET', '/providers'),
    createWebhook: async () => {
      const url = 'https://receiver.invalid/hooks';
      const body = { name: 'none', events: ['user-taxauth-data-submitted'], url, config: {} };
      const webhook = await ask('POST', '/webhooks', { body });
      webhook_id = webhook['webhook_id'];
      return webhook;
    },
    listWebhooks: () => ask('GET', '/webhooks'),
    deleteWebhook: () => ask('DELETE', `/webhooks/${webhook_id}`),
    deleteEntry: () => ask('DELETE', `/payroll/entries/${entry_id}`),
    deleteAccount: () => ask('DELETE', `/accounts/${account_id}`),
    deleteUser: () => ask('DELETE', `/users/${user_id}`),
  };
  await ask('GET', '/_sandbox/users/00000000-0000-4000-8000-000000000000');
  await ask('GET', `/_sandbox/users/${user_id}/statements/2026-03.pdf`);
  for (const request of Object.values(lawful)) expect(await request()).not.toHaveProperty('errors');
  for (const { method, path } of loadContract(completeProfile({})).operations.values()) {
    const address = path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-00000000000a');
    const verb = method.toUpperCase();
    await ask(verb, address, { as: 'none' });
    await ask(verb, address, { text: '{"forename":' });
    await ask(verb, address, { text: 'forename', type: 'text/plain' });
    await ask(verb, address, { body: { ni_number: 'x'.repeat(200_000) } });
    await ask(verb, `${address}?limit=none`);
  }
  const { pathname, search } = new URL(upload ?? '');
  await ask('PUT', pathname + search, { as: 'none', text: '%PDF-1.7', type: 'text/plain' });
  await ask('GET', '/_sandbox/deliveries');
  await ask('DELETE', '/_sandbox/requests');
  await ask('PUT', '/_sandbox/faults', { body: { faults: [{ operation: 'listUsers', status: 503 }] } });
  await ask('GET', '/users');
  await ask('GET', '/nowhere');
  await ask('GET', '/docs');
}
