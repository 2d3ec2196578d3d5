import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContract } from './contract.ts';
import { completeProfile, defaultProfile } from './profile.ts';
import { type JsonObject, renderContract } from './render.ts';
import { faultsOf } from './testing/faults-of.ts';
import { profileArbitrary } from './testing/profile-arbitrary.ts';
import { few } from './testing/test-run.ts';

const canonical = JSON.parse(
  readFileSync(new URL('./generated/openapi.json', import.meta.url), 'utf8'),
) as JsonObject;

describe('names', () => {
  const renamed = completeProfile({ naming: { vendor: 'acme', authority: 'hmrc' } });

  it('of the stand-ins are nowhere in a contract that has its own', () => {
    const text = JSON.stringify(renderContract(canonical, renamed));
    expect(text.match(/.{0,20}(svc|taxauth).{0,20}/gi)).toBeNull();
    for (const name of ['X-Acme-Signature', 'X-Acme-Encryption-IV', 'x-acme-authorisation-id'])
      expect(text).toContain(name);
    for (const name of ['hmrc_enabled', '"/hmrc/{user_id}"', 'user-hmrc-data-submitted'])
      expect(text).toContain(name);
  });

  it('are all that changes: renamed back, the contract is the canonical one', () => {
    const there = JSON.stringify(renderContract(canonical, renamed));
    const back = there
      .replaceAll('acme', 'svc')
      .replaceAll('Acme', 'Svc')
      .replaceAll('hmrc', 'taxauth')
      .replaceAll('Hmrc', 'Taxauth');
    expect(JSON.parse(back)).toEqual(canonical);
  });

  it('leave the ids of operations alone, which code is written against', () => {
    const ids = [...loadContract(renamed).operations.keys()];
    expect(ids).toEqual([...loadContract(defaultProfile()).operations.keys()]);
    expect(loadContract(renamed).operations.get('getTaxauthIncome')?.path).toBe('/hmrc/{user_id}');
  });
});

describe('a rendered contract', () => {
  it('is the canonical one under the default profile', () => {
    expect(renderContract(canonical, defaultProfile())).toEqual(canonical);
  });

  it('leaves the canonical one as it was', () => {
    const before = structuredClone(canonical);
    fc.assert(
      fc.property(profileArbitrary(), (profile) => void renderContract(canonical, profile)),
      { numRuns: 10 },
    );
    expect(canonical).toEqual(before);
  });

  it('is sound under any profile, and so are its examples', () => {
    fc.assert(
      fc.property(profileArbitrary(), (profile) => {
        expect(faultsOf(renderContract(canonical, profile))).toEqual([]);
      }),
      { numRuns: few(5, 15) },
    );
  });

  it('has nothing for a linter to say, whatever the profile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payrig-lint-'));
    try {
      const profiles = fc.sample(profileArbitrary(), { numRuns: 4, seed: 7 });
      const files = profiles.map((_, index) => join(folder, `drawn-${index}.json`));
      for (const [index, profile] of profiles.entries())
        await writeFile(files[index]!, JSON.stringify(renderContract(canonical, profile)));
      const redocly = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
      const config = fileURLToPath(new URL('../redocly.yaml', import.meta.url));
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      // recommended-strict makes every warning an error, and an error rejects.
      await promisify(execFile)(process.execPath, [redocly, 'lint', '--config', config, ...files], { env });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
