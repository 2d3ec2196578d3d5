import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { completeProfile, loadOpenPoints } from '../../spec/profile.ts';
import { seal } from '../../spec/webhooks/index.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

const profile = {
  naming: { vendor: 'acme', authority: 'revenue' },
  points: { 'webhooks.list.shape': 'array' as const },
};
let sandbox: Sandbox;
let page: string;
let policy: string | null;

beforeAll(async () => {
  sandbox = await createSandbox({
    profile,
    tools: async () => ({ exitCode: 0, isStopped: false, files: [] }),
  });
  const response = await fetch(`${sandbox.url}/docs`);
  page = await response.text();
  policy = response.headers.get('content-security-policy');
});
afterAll(() => sandbox.close());

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The requests to paste, by operation. */
function requests(): Map<string, string> {
  const found = page.matchAll(
    /<section class="operation" id="(\w+)".*?<div class="panel wraps">.*?<pre tabindex="0">(.*?)<\/pre>/gs,
  );
  return new Map([...found].map(([, id, command]) => [id!, unescaped(command!)]));
}

it('renders the contract for the first request alone', async () => {
  const processorMs = async (requests: number) => {
    const { user, system } = process.cpuUsage();
    for (let n = 0; n < requests; n++) await (await fetch(`${sandbox.url}/openapi.yaml`)).text();
    const used = process.cpuUsage({ user, system });
    return (used.user + used.system) / 1000;
  };
  const first = await processorMs(1);
  expect(await processorMs(20)).toBeLessThan(4 * first);
});

describe('the docs page', () => {
  it('has every operation of both contracts under its names, and a link to each', () => {
    const completed = completeProfile(profile);
    const operations = [
      ...loadContract(completed).operations.values(),
      ...loadArrangementContract(completed.naming).operations.values(),
    ];
    for (const { id, path, summary } of operations) {
      expect(page.includes(`id="${id}"`), `id="${id}"`).toBe(true);
      expect(page.includes(`href="#${id}"`), `href="#${id}"`).toBe(true);
      expect(page.includes(`<code>${path}</code>`), `<code>${path}</code>`).toBe(true);
      expect(unescaped(page).includes(summary), summary).toBe(true);
    }
    expect(page.includes('/revenue/{user_id}'), '/revenue/{user_id}').toBe(true);
    expect(page.includes('event-user-revenue-data-submitted'), 'event-user-revenue-data-submitted').toBe(
      true,
    );
    expect(page.includes('X-Acme-Signature'), 'X-Acme-Signature').toBe(true);
  });

  it('has every open point with its question and reason, and marks what the profile decides otherwise', () => {
    const text = unescaped(page.replaceAll(/<\/?code>/g, '`'));
    for (const { id, question, reason } of loadOpenPoints()) {
      expect(page.includes(`id="point-${id}"`), `id="point-${id}"`).toBe(true);
      expect(text.includes(question), question).toBe(true);
      expect(text.includes(reason), reason).toBe(true);
    }
    expect(page.includes('<code class="held own">array</code>'), '<code class="held own">array</code>').toBe(
      true,
    );
  });

  it('loads nothing from anywhere and leads nowhere that is not on it', () => {
    const links = [...page.matchAll(/(?:src|href|action|srcset|poster)="([^"]*)"/g)].map(([, to]) => to!);
    const anchors = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => `#${id}`));
    const outside = links.filter(
      (to) =>
        !anchors.has(to) &&
        !['/', '/docs/overview.html', '/openapi.yaml', '/openapi.json', 'data:,'].includes(to),
    );
    expect(outside).toEqual([]);
    expect(/@import|url\(|fetch\(['"`]|XMLHttpRequest|<link rel="stylesheet"/.exec(page)).toBeNull();
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('escapes what it shows', () => {
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(/[>"]undefined[<"]|\[object Object\]/.exec(page)).toBeNull();
  });

  it('shows no key that an operator has set', async () => {
    const own = await createSandbox({
      clients: [{ name: 'sandbox', apiKey: 'own-key-77' }],
      sandboxKey: 'door-key-77',
    });
    const text = await (await fetch(`${own.url}/docs`)).text();
    await own.close();
    expect(text.includes('-key-77')).toBe(false);
    expect(text.includes('X-API-KEY: $API_KEY'), 'X-API-KEY: $API_KEY').toBe(true);
  });

  it('shows a receiver that opens what the service seals', async () => {
    const { openDelivery } = await import(new URL('./open-delivery.js', import.meta.url).href);
    const [secret, key] = ['a-secret', Buffer.alloc(32, 7).toString('base64')];
    for (const agreed of [null, key]) {
      const sealed = seal({ body: '{"event":"x"}', secret, key: agreed ?? undefined });
      const headers = Object.fromEntries(
        Object.entries(sealed.headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      expect(openDelivery(Buffer.from(sealed.body), headers, secret, agreed)).toEqual({ event: 'x' });
      expect(() => openDelivery(Buffer.from(`${sealed.body} `), headers, secret, agreed)).toThrow(
        'Not from the service',
      );
    }
  });

  it('shows requests that work when they are pasted', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'payrig-docs-'));
    const saved = await fetch(`${sandbox.url}/_sandbox/snapshot`, {
      headers: { 'x-api-key': sandbox.apiKey },
    });
    await writeFile(join(cwd, 'snapshot.json'), await saved.text());
    // A subscription, delivery or run of one's own has to be there first.
    const pasted = [...requests()].filter(
      ([id, command]) => !/<(webhook|delivery|run|client)_id>/.test(command) && id !== 'testSubscription',
    );
    // Events go on until the caller leaves.
    const lines = pasted.map(
      ([id, command]) =>
        `${command} -s -o /dev/null -w '${id} %{http_code}\\n' ${id === 'watchEvents' ? '-m 1' : `|| echo '${id} failed'`}`,
    );
    const { stdout } = await promisify(execFile)('sh', ['-c', [...lines, 'true'].join('\n')], { cwd });
    await rm(cwd, { recursive: true });
    const answered = stdout.trim().split('\n');
    expect(answered.length).toBeGreaterThan(35);
    expect(answered.map((line) => line.split(' ')[0])).toEqual(pasted.map(([id]) => id));
    expect(answered.filter((line) => !/ 2\d\d$/.test(line))).toEqual([]);
  });
});
