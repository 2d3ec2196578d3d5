import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SuccessBody } from '../../spec/operations.ts';
import { type Asked, type Call, must, type ReceivedResponse } from './testing/connection.ts';
import { useEveryOperation } from './testing/every-operation.ts';
import { faultTest } from './testing/fault-test.ts';
import { startFlakyReceiver, subscribe } from './testing/flaky-receiver.ts';
import { uploadPath } from './testing/writers/uploads.ts';

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
const sealed = {
  path: '/sealed',
  kinds: ['payroll'] as const,
  include_payload: true,
  secret: secrets.signingSecret,
  key: secrets.encryptionKey,
};

/** Plants secrets wherever one can stand, uses everything, rightly and wrongly, and searches all that came out. */
faultTest({
  name: 'secrets',
  title: 'no secret is in an answer, the log, the journal or a file that needs it not',
  short: {},
  long: {},
  least: { answers: 151, 'secrets issued': 6 },
  async run({ folder, problems, chance, ...bed }) {
    const config = join(folder, 'config.json');
    await writeFile(config, JSON.stringify(configuration));
    const sandbox = await bed.startSandbox(['--config', config, '--log-level', 'trace']);
    const receiver = bed.closing(await startFlakyReceiver(chance, [sealed]));
    const outside: [where: string, text: string][] = [];
    /** What the sandbox issues to a caller with a right to it, and must never show again. */
    const issued: string[] = [];
    const call: Call = async (asked) => {
      const headers = { 'x-api-key': secrets.apiKey, 'x-sandbox-key': secrets.sandboxKey, ...asked.headers };
      const answer = await sandbox.call({ ...asked, headers });
      outside.push([`${asked.method} ${asked.path}`, shown(answer, issued)]);
      return answer;
    };
    await subscribe(call, receiver);
    await plantAndUse(call);
    await useEveryOperation(call, call).catch(() => {});
    await useWrongly(call, issued);
    const pages = ['/_sandbox/requests?limit=1000', '/_sandbox/deliveries', '/_sandbox/health'];
    for (const path of [...pages, '/webhooks', '/docs', '/openapi.json']) await call({ method: 'GET', path });
    await sandbox.process.stop();
    outside.push(['the log', sandbox.process.output()]);
    for (const [where, text] of outside)
      for (const secret of [...Object.values(secrets), ...issued])
        if (text.includes(secret)) problems.add(where.split('?')[0]!, `shows ${secret}`);
    // Deliveries are signed and encrypted with what is kept; nothing else has to be.
    const { signingSecret: _, encryptionKey: __, mfa: ___, ...never } = secrets;
    for (const [file, text] of await filesIn(join(folder, 'data')))
      for (const secret of [...Object.values(never), ...issued])
        if (text.includes(secret)) problems.add(file, `holds ${secret}`);
    const searched = outside.reduce((sum, [, text]) => sum + text.length, 0);
    return { 'secrets issued': issued.length, answers: outside.length, 'characters searched': searched };
  },
});

const configuration = {
  sandboxKey: secrets.sandboxKey,
  clients: [
    { name: 'sandbox', apiKey: secrets.apiKey, member: { email, password: secrets.password } },
    { name: 'sandbox-2', apiKey: secrets.otherApiKey },
  ],
};

type Issued = Partial<
  SuccessBody<'presignBankStatements'> & SuccessBody<'signInMember'> & SuccessBody<'issueUserToken'>
>;

/** A response as text; a token or presigned URL that was asked for is noted, and stands there rightly this once. */
function shown({ body, text, headers }: ReceivedResponse, issued: string[]): string {
  let rest = JSON.stringify(headers) + text;
  const { presigned_urls = [], jwt, token } = (body ?? {}) as Issued;
  const signatures = presigned_urls.map(({ presigned_url }) =>
    new URL(presigned_url).searchParams.get('signature'),
  );
  for (const secret of [jwt, token, ...signatures]) {
    if (typeof secret !== 'string') continue;
    issued.push(secret);
    rest = rest.replaceAll(secret, '');
  }
  return rest;
}

async function plantAndUse(call: Call): Promise<void> {
  await must(call, 'signInMember', { body: { username: email, password: secrets.password } });
  const { user_id } = await must(call, 'createUser');
  const path = { user_id };
  await must(call, 'acceptTerm', { path });
  const { account_id } = await must(call, 'linkAccount', {
    path,
    body: { mfa_enabled: true, mfa: secrets.mfa },
  });
  await must(call, 'submitMfa', { path: { account_id }, body: { mfa: secrets.mfa } });
  await must(call, 'createEntry', { path, body: { payroll_submissions: [{}] } });
  await must(call, 'moveClock', { body: { by: 'PT1H' } });
  const { token } = await must(call, 'issueUserToken', { path });
  const { presigned_urls } = await must(call, 'presignBankStatements', {
    body: { files: [{ file_name: 'a.pdf' }] },
    headers: { authorization: `Bearer ${token}` },
  });
  const upload = {
    method: 'PUT',
    path: uploadPath(presigned_urls[0]!.presigned_url),
    headers: { 'content-type': 'application/pdf' },
  };
  for (const body of ['no pdf', '%PDF-']) await call({ ...upload, body });
}

/** Secrets where they do not belong: in other fields, of wrong types, in queries, paths and other headers. */
async function useWrongly(call: Call, issued: readonly string[]): Promise<void> {
  const hook = { name: 'x', url: 'http://127.0.0.1:9/', events: ['user-payroll-submitted'] };
  const { signingSecret, encryptionKey, password, mfa, apiKey, otherApiKey, sandboxKey } = secrets;
  const token = issued[0] ?? '';
  const post = (path: string, body: unknown, headers?: Asked['headers']) => ({
    method: 'POST',
    path,
    body,
    headers,
  });
  const get = (path: string, headers?: Asked['headers']) => ({ method: 'GET', path, headers });
  const asks: Asked[] = [
    post('/webhooks', { ...hook, signing_secret: { nested: signingSecret } }),
    post('/webhooks', { ...hook, signing_secret: [signingSecret] }),
    post('/webhooks', { ...hook, encryption_key: `${encryptionKey}=` }),
    post('/webhooks', { ...hook, encryption_key: signingSecret }),
    post('/webhooks', { ...hook, signingSecret, encryptionKey, name: 7 }),
    post('/webhooks', `{"signing_secret": "${signingSecret}"`),
    post('/webhooks', signingSecret, { 'content-type': 'text/plain' }),
    post('/members/signin', { username: email, password: `${password}!` }),
    post('/members/signin', { username: 7, password }),
    post('/members/signin', { username: email, password: [password] }),
    post('/members', { email: 'x@y.test', role: 'viewer', password }),
    { method: 'PUT', path: '/accounts/00000000-0000-4000-8000-000000000000/mfa', body: { mfa } },
    { method: 'PUT', path: '/accounts/00000000-0000-4000-8000-000000000000/mfa', body: { mfa: { mfa } } },
    get(`/users?api_key=${apiKey}&token=${token}&limit=0`),
    get('/users', { 'x-api-key': `${apiKey}x` }),
    get('/users', { 'x-apikey': otherApiKey, 'api-key': otherApiKey, 'x-auth-token': token }),
    get('/users', { 'x-api-key': otherApiKey }),
    get('/_sandbox/clock', { 'x-sandbox-key': `${sandboxKey}x` }),
    get('/users', { authorization: `Bearer ${token}x`, cookie: `session=${token}` }),
  ];
  for (const asked of asks) await call(asked);
}

async function filesIn(folder: string): Promise<[file: string, text: string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const read = async (file: string): Promise<[string, string]> => [
    file.slice(folder.length),
    await readFile(file, 'latin1'),
  ];
  return Promise.all(files.map(read));
}
