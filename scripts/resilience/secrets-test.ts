import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stream } from '../../generators/random.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { type Asked, type Call, Connections, must, type ReceivedResponse } from './connection.ts';
import { useEveryOperation } from './every-operation.ts';
import { startFlakyReceiver } from './flaky-receiver.ts';
import { Problems, type ResilienceOutcome } from './resilience-test.ts';
import { startProcess } from './sandbox-process.ts';

const planted = (what: string): string => `planted-${what}-d41f7c`;
const secrets = {
  apiKey: planted('api-key'),
  otherApiKey: planted('other-api-key'),
  password: planted('password'),
  sandboxKey: planted('sandbox-key'),
  signingSecret: planted('signing-secret'),
  encryptionKey: Buffer.from('planted-key-of-thirty-two-bytes!').toString('base64'),
  mfa: planted('mfa'),
};
const email = 'owner@acme.test';

/** Plants secrets wherever one can stand, uses everything, rightly and wrongly, and looks through all that came out. */
export async function secretsTest(): Promise<ResilienceOutcome> {
  const problems = new Problems();
  const folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  const config = join(folder.path, 'config.json');
  await writeFile(config, JSON.stringify(configuration));
  const sandbox = await startProcess([
    '--config',
    config,
    '--data',
    data,
    '--users',
    '4',
    '--log-level',
    'trace',
  ]);
  const receiver = await startFlakyReceiver(
    [{ path: '/hook', secret: secrets.signingSecret, key: secrets.encryptionKey }],
    stream(1, 'receiver'),
  );
  const connections = new Connections(sandbox.url);
  const outside: [where: string, text: string][] = [];
  /** What the sandbox hands out to whoever has a right to it, and must never show again. */
  const issued: string[] = [];
  const call: Call = async (asked) => {
    const headers = { 'x-api-key': secrets.apiKey, 'x-sandbox-key': secrets.sandboxKey, ...asked.headers };
    const answer = await connections.call({ ...asked, headers });
    outside.push([`${asked.method} ${asked.path}`, shown(answer, issued)]);
    return answer;
  };
  try {
    await plantAndUse(call, receiver.url);
    await useEveryOperation(call, call).catch(() => {});
    await useWrongly(call, issued);
    for (const path of [
      '/_sandbox/requests?limit=1000',
      '/_sandbox/deliveries',
      '/webhooks',
      '/docs',
      '/openapi.json',
      '/_sandbox/health',
    ])
      await call({ method: 'GET', path });
    await sandbox.stop();
    outside.push(['the log', sandbox.output()]);
    for (const [where, text] of outside)
      for (const secret of [...Object.values(secrets), ...issued])
        if (text.includes(secret)) problems.add(where.split('?')[0]!, `shows ${secret}`);
    // Deliveries are signed and sealed with what is kept; nothing else has to be.
    const { signingSecret: _, encryptionKey: __, mfa: ___, ...never } = secrets;
    for (const [file, text] of await filesIn(data))
      for (const secret of [...Object.values(never), ...issued])
        if (text.includes(secret)) problems.add(file, `holds ${secret}`);
  } finally {
    connections.close();
    await receiver.close();
    await sandbox.kill();
    await folder.remove();
  }
  const searched = outside.reduce((sum, [, text]) => sum + text.length, 0);
  return {
    figures: { 'secrets issued': issued.length, answers: outside.length, 'characters searched': searched },
    problems: problems.list(),
  };
}

const configuration = {
  sandboxKey: secrets.sandboxKey,
  clients: [
    { name: 'sandbox', apiKey: secrets.apiKey, member: { email, password: secrets.password } },
    { name: 'sandbox-2', apiKey: secrets.otherApiKey },
  ],
};

/** An answer as text; a token or presigned URL that it was asked for is noted, and stands there rightly this once. */
function shown({ body, text, headers }: ReceivedResponse, issued: string[]): string {
  let rest = JSON.stringify(headers) + text;
  const urls = (body?.presigned_urls ?? []).map((one: { presigned_url: string }) =>
    new URL(one.presigned_url).searchParams.get('signature'),
  );
  for (const secret of [body?.jwt, body?.token, ...urls]) {
    if (typeof secret !== 'string') continue;
    issued.push(secret);
    rest = rest.replaceAll(secret, '');
  }
  return rest;
}

async function plantAndUse(call: Call, receiver: string): Promise<void> {
  const post = (path: string, body: object) => must(call, { method: 'POST', path, body });
  await post('/members/signin', { username: email, password: secrets.password });
  await post('/webhooks', {
    name: 'sealed',
    url: `${receiver}/hook`,
    events: ['user-payroll-submitted'],
    signing_secret: secrets.signingSecret,
    encryption_key: secrets.encryptionKey,
  });
  const { user_id } = await post('/_sandbox/users', {});
  await post(`/_sandbox/users/${user_id}/authorisations`, {});
  const { account_id } = await post(`/_sandbox/users/${user_id}/accounts`, {
    mfa_enabled: true,
    mfa: secrets.mfa,
  });
  await must(call, { method: 'PUT', path: `/accounts/${account_id}/mfa`, body: { mfa: secrets.mfa } });
  await post(`/_sandbox/users/${user_id}/entries`, { payroll_submissions: [{}] });
  await post('/_sandbox/clock', { by: 'PT1H' });
  const { token } = await post(`/_sandbox/users/${user_id}/tokens`, {});
  const presigned = await must(call, {
    method: 'PUT',
    path: '/documents/bank-statements/presign',
    body: { files: [{ file_name: 'a.pdf' }] },
    headers: { authorization: `Bearer ${token}` },
  });
  const url = new URL(presigned.presigned_urls[0].presigned_url);
  const upload = {
    method: 'PUT',
    path: url.pathname + url.search,
    headers: { 'content-type': 'application/pdf' },
  };
  for (const body of ['no pdf', '%PDF-']) await call({ ...upload, body });
}

/** Secrets where they do not belong: in other fields, of wrong types, in queries, paths and other headers. */
async function useWrongly(call: Call, issued: readonly string[]): Promise<void> {
  const hook = { name: 'x', url: 'http://127.0.0.1:9/', events: ['user-payroll-submitted'] };
  const { signingSecret, encryptionKey, password, mfa, apiKey, otherApiKey, sandboxKey } = secrets;
  const token = issued[0] ?? '';
  const asks: Asked[] = [
    { method: 'POST', path: '/webhooks', body: { ...hook, signing_secret: { nested: signingSecret } } },
    { method: 'POST', path: '/webhooks', body: { ...hook, signing_secret: [signingSecret] } },
    { method: 'POST', path: '/webhooks', body: { ...hook, encryption_key: `${encryptionKey}=` } },
    { method: 'POST', path: '/webhooks', body: { ...hook, encryption_key: signingSecret } },
    { method: 'POST', path: '/webhooks', body: { ...hook, signingSecret, encryptionKey, name: 7 } },
    { method: 'POST', path: '/webhooks', body: `{"signing_secret": "${signingSecret}"` },
    { method: 'POST', path: '/webhooks', body: signingSecret, headers: { 'content-type': 'text/plain' } },
    { method: 'POST', path: '/members/signin', body: { username: email, password: `${password}!` } },
    { method: 'POST', path: '/members/signin', body: { username: 7, password } },
    { method: 'POST', path: '/members/signin', body: { username: email, password: [password] } },
    { method: 'POST', path: '/members', body: { email: 'x@y.test', role: 'viewer', password } },
    { method: 'PUT', path: '/accounts/00000000-0000-4000-8000-000000000000/mfa', body: { mfa } },
    { method: 'PUT', path: '/accounts/00000000-0000-4000-8000-000000000000/mfa', body: { mfa: { mfa } } },
    { method: 'GET', path: `/users?api_key=${apiKey}&token=${token}&limit=0` },
    { method: 'GET', path: '/users', headers: { 'x-api-key': `${apiKey}x` } },
    {
      method: 'GET',
      path: '/users',
      headers: { 'x-apikey': otherApiKey, 'api-key': otherApiKey, 'x-auth-token': token },
    },
    { method: 'GET', path: '/users', headers: { 'x-api-key': otherApiKey } },
    { method: 'GET', path: '/_sandbox/clock', headers: { 'x-sandbox-key': `${sandboxKey}x` } },
    {
      method: 'GET',
      path: '/users',
      headers: { authorization: `Bearer ${token}x`, cookie: `session=${token}` },
    },
  ];
  for (const asked of asks) await call(asked);
}

async function filesIn(folder: string): Promise<[file: string, text: string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Promise.all(
    files.map(
      async (file) => [file.slice(folder.length), await readFile(file, 'latin1')] as [string, string],
    ),
  );
}
