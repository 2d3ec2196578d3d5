import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyOf, newKeys, opened } from '../../conformance/attest/envelope.ts';
import { attestedText, expectStatement } from '../../conformance/attest/statement.ts';
import { type FakeService, fakeKey, fakeService } from '../../conformance/testing/fake-service.ts';

const payrig = fileURLToPath(new URL('../payrig.ts', import.meta.url));
let folder = '';
let service: FakeService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payrig-attest-'));
  service = await fakeService();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, PAYRIG_API_KEY: fakeKey, NO_COLOR: '1' };
    execFile(process.execPath, [payrig, ...args], { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });

test('an attestation is made by check, verified, run again, and made into a badge; a changed one gives nothing', async () => {
  expect((await run('attest', 'keygen', 'a')).code).toBe(0);
  expect(statSync(join(folder, 'a.key')).mode & 0o077).toBe(0);
  expect((await run('attest', 'keygen', 'a')).stderr).toMatch(/it is there already/);
  const made = await run('check', service.url, '--only', 'users.list.count', '--attest', 'a.key');
  expect(made.stdout).toContain('Written: attestation.json');
  const verify = (...more: string[]) =>
    run('attest', 'verify', 'attestation.json', '--key', 'a.pub', ...more);
  const again = await verify('--replay', service.url);
  expect(again.stdout).toMatch(/^Genuine, signed by the owner of a\.pub: payrig .* 1 judged clause passes/);
  expect(again.stdout).toMatch(/The same again: all 1 verdicts, with seed \d+\./);
  expect((await run('attest', 'badge', 'attestation.json', 'a.svg', '--key', 'a.pub')).code).toBe(0);
  expect(readFileSync(join(folder, 'a.svg'), 'utf8')).toMatch(/judged in part · 1 of \d{3} clauses pass/);
  const file = join(folder, 'attestation.json');
  const { payload, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  const text = Buffer.from(payload, 'base64').toString().replace('"pass"', '"fail"');
  writeFileSync(file, JSON.stringify({ ...rest, payload: Buffer.from(text).toString('base64') }));
  expect(await verify()).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^NOT GENUINE: attestation.json: /),
  });
  expect((await run('attest', 'badge', 'attestation.json', 'b.svg', '--key', 'a.pub')).code).toBe(1);
  expect(() => statSync(join(folder, 'b.svg'))).toThrow();
}, 60_000);

test('both exams and watch are attested, too', async () => {
  const keys = newKeys();
  writeFileSync(join(folder, 'b.key'), keys.privateKey);
  const seen = {
    request: { method: 'GET', url: 'https://a.example/users', headers: [] },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { text: '{"pagination":{"offset":1,"limit":9,"count":0,"total_count":0},"users":[]}' },
    },
    startedDateTime: '2026-11-01T10:00:00.000Z',
    time: 5,
  };
  writeFileSync(join(folder, 'seen.har'), JSON.stringify({ log: { version: '1.2', entries: [seen] } }));
  const attested = async (name: string, ...args: string[]): Promise<string> => {
    await run(...args, '--attest', 'b.key', '--report-dir', name);
    const envelope = JSON.parse(readFileSync(join(folder, name, 'attestation.json'), 'utf8'));
    return attestedText(expectStatement(opened(envelope, keyOf(keys.publicKey, 'public', 'b.pub'))));
  };
  const client = ['exam', 'client', '--run', 'true', '--journeys', 'delete-user', '--only', 'journey.plain'];
  const receiver = ['exam', `${service.url}/hooks`, '--unsigned', '--only', 'genuine.payroll'];
  const texts = await Promise.all([
    attested('w', 'watch', 'https://a.example', '--har', 'seen.har'),
    attested('c', ...client),
    attested('r', ...receiver),
  ]);
  expect(texts[0]).toMatch(
    /judged the traffic https:.* Evidence: \d+ of \d+ verdicts? on watched traffic\. The traffic is in a file .* could change it\.$/,
  );
  expect(texts[1]).toMatch(/judged the client delete-user .* 1 of 1 .* fail/);
  expect(texts[2]).toMatch(/judged the receiver http/);
}, 60_000);
