import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Arranging, arranging } from '../arrangement/testing/arranging.ts';
import { bundleConsole } from './pages.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
afterAll(() => at.close());

const get = (path: string) => fetch(`${at.sandbox.url}${path}`);

describe('the console', () => {
  it('stands at the address of the sandbox and at every address of its own', async () => {
    for (const path of ['/', '/console', '/console/people', '/console/people/x/y', '/console/faults?a=b']) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toContain('text/html');
    }
    expect((await get('/consoles')).status).toBe(404);
  });

  it('lets no script, style or connection in but its own', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const page = await (await get('/')).text();
    expect(page).not.toMatch(/<script(?![^>]* src=)|style=|https?:/);
  });

  it('weighs less than 300 kB in all, and names no other host', async () => {
    const [script, style] = await Promise.all(
      ['js', 'css'].map(async (kind) => (await get(`/console/assets/console.${kind}`)).text()),
    );
    const [code, look] = [script!, style!].map((text) => Buffer.byteLength(text));
    console.log(`The console's assets: ${code} bytes of script, ${look} of style`);
    expect(code! + look!).toBeLessThan(300_000);
    expect(script).not.toMatch(/https?:\/\/(?!www\.w3\.org|127\.0\.0\.1)/);
    expect({ script, style }).toEqual(await bundleConsole());
  });

  it('gives away the keys that everybody knows, and no other', async () => {
    const textOf = async ({ sandbox }: Arranging) => (await fetch(sandbox.url)).text();
    expect(await textOf(at)).toContain('sandbox-key-2');
    const own = await arranging({ clients: [{ name: 'sandbox', apiKey: 'a-key-of-my-own' }] });
    expect(await textOf(own)).not.toMatch(/a-key-of-my-own|sandbox-key/);
    await own.close();
  });
});
