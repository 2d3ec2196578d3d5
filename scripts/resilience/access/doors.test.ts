import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type Arranging, arranging } from '../../../simulator/arrangement/testing/arranging.ts';
import { createSandbox } from '../../../simulator/sandbox.ts';
import { temporaryFolder } from '../../../simulator/store/testing/temporary-folder.ts';
import { startReceiver } from '../../../simulator/webhooks/testing/receiver.ts';
import { startProcess } from '../testing/restartable-sandbox.ts';

const open: { close(): Promise<unknown> }[] = [];
afterAll(async () => {
  for (const one of open.reverse()) await one.close();
});

async function sandboxWith(options: Parameters<typeof arranging>[0]): Promise<Arranging> {
  const at = await arranging(options);
  open.push(at);
  return at;
}

describe('beyond this machine', () => {
  it('a sandbox does not start without a key of its own', async () => {
    await expect(createSandbox({ host: '0.0.0.0' })).rejects.toThrow('needs a sandbox key');
    await expect(startProcess(['--ephemeral', '--host', '0.0.0.0'])).rejects.toThrow('sandbox-key');
  });

  it('every arrangement call but health demands that key, and the service itself does not', async () => {
    const at = await sandboxWith({ host: '0.0.0.0', sandboxKey: 'the-door-key' });
    const url = at.sandbox.url.replace('0.0.0.0', '127.0.0.1');
    const status = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(url + path, { headers: { 'x-api-key': at.sandbox.apiKey, ...headers } })).status;
    for (const path of [
      '/_sandbox/clock',
      '/_sandbox/requests',
      '/_sandbox/deliveries',
      '/_sandbox/faults',
    ]) {
      expect(await status(path)).toBe(401);
      expect(await status(path, { 'x-sandbox-key': 'the-door-kez' })).toBe(401);
      expect(await status(path, { 'x-sandbox-key': 'the-door-key' })).toBe(200);
    }
    expect(await status('/users')).toBe(200);
    // The well-known key opens nothing, unless an option sets it.
    expect(await status('/users', { 'x-api-key': 'sandbox-key' })).toBe(401);
    const clients = [{ name: 'sandbox', apiKey: 'sandbox-key' }];
    const other = await sandboxWith({ host: '0.0.0.0', sandboxKey: 'the-door-key', clients });
    expect(other.sandbox.apiKey).toBe('sandbox-key');
    // Whoever watches over a sandbox need not be let in.
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
  });
});

describe('names that try to be paths', () => {
  it.each([
    '../../../../escaped.pdf',
    '..%2f..%2fescaped.pdf',
    '..\\..\\escaped.pdf',
    '/etc/escaped.pdf',
    'a\0escaped.pdf',
    '....//escaped.pdf',
  ])('file name %j decides nothing about where an upload is kept', async (file_name) => {
    const folder = await temporaryFolder();
    const data = join(folder.path, 'deep', 'er', 'data');
    const at = await arranging({ data });
    try {
      const userId = await at.user();
      await at.accept(userId);
      const headers = { authorization: `Bearer ${await at.token(userId)}` };
      const files = [{ file_name, external_id: file_name }];
      const { body } = await at.call('PUT', '/documents/bank-statements/presign', { files }, headers);
      const [{ presigned_url, path }] = body.presigned_urls;
      expect(path).toMatch(/^bank-statements\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.pdf$/);
      expect(new URL(presigned_url).pathname).toMatch(/^\/_storage\/sandbox\/[0-9a-f-]{36}$/);
      const put = (url: string) =>
        fetch(url, {
          method: 'PUT',
          headers: { 'content-type': 'application/pdf' },
          body: '%PDF-1.7 escaped',
        });
      const around = presigned_url.replace(/\/[0-9a-f-]{36}\?/, `/${encodeURIComponent(file_name)}?`);
      expect((await put(around)).status).toBeGreaterThanOrEqual(400);
      expect((await put(presigned_url)).status).toBe(200);
    } finally {
      await at.close();
    }
    const all = (await readdir(folder.path, { recursive: true })).filter((name) => !name.startsWith('deep'));
    expect(all).toEqual([]);
    expect((await readdir(folder.path, { recursive: true })).join()).not.toContain('escaped');
    await folder.remove();
  });
});

describe('addresses and names that try to be headers', () => {
  it.each([
    { url: 'http://127.0.0.1:1/\r\nX-Injected: yes' },
    { url: 'http://127.0.0.1:1/%0d%0aX-Injected:%20yes' },
    { name: 'a\r\nX-Injected: yes' },
    { signing_secret: 'a\r\nX-Injected: yes' },
    { url: 'http://127.0.0.1:1/?a=\r\nX-Injected: yes' },
    { url: 'http://user\r\n:pass@127.0.0.1:1/' },
  ])('%j puts no header into a delivery or an answer', async (given) => {
    const receiver = await startReceiver();
    open.push(receiver);
    const at = await sandboxWith({});
    const base = receiver.url.slice(0, -1);
    const url = (given.url ?? `${base}/`)
      .replace('http://127.0.0.1:1', base)
      .replace('127.0.0.1:1', new URL(base).host);
    const created = await at.call('POST', '/webhooks', {
      name: 'a',
      events: ['user-payroll-submitted'],
      ...given,
      url,
    });
    expect([201, 400]).toContain(created.status);
    const userId = await at.user();
    await at.call('POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}] });
    await at.call('POST', '/_sandbox/clock', { by: 'PT1S' });
    for (const { headers } of receiver.seen) expect(headers).not.toHaveProperty('x-injected');
    if (created.status === 201) expect(receiver.seen).toHaveLength(1);
  });
});

describe('secrets are compared in constant time', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const judges = [
    'simulator/http/gate.ts',
    'simulator/tenant/password.ts',
    'simulator/domain/same-secret.ts',
    'spec/webhooks/seal.ts',
  ];

  it.each(judges)('%s asks the platform to', async (file) => {
    expect(await readFile(join(root, file), 'utf8')).toContain('timingSafeEqual(');
  });

  it('nothing compares one with an operator', async () => {
    const sources = ['simulator', 'spec'].map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true }))
        .filter((name) => name.endsWith('.ts') && !/test|generated|docs/.test(name))
        .map((name) => join(root, folder, name)),
    );
    const secret = String.raw`[\w.?!]*(?:[sS]ecret|[pP]assword|[sS]ignature|apiKey|api_key|sandboxKey|mfa\.answer|jwt)\b`;
    const operator = new RegExp(
      `(?:${secret}\\s*[!=]==?(?![=\\s]*(?:undefined|null|''))|[!=]==?\\s+${secret})`,
    );
    for (const file of (await Promise.all(sources)).flat()) {
      const lines = (await readFile(file, 'utf8')).split('\n');
      expect(
        lines.filter((line) => operator.test(line) && !/undefined|null/.test(line)),
        file,
      ).toEqual([]);
    }
  });
});
