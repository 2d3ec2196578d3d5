import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';

type Switches = { hitCount?: number; hitLimit?: number; mutantCoverage?: { static: Record<string, number> } };

const scope = globalThis as { __stryker__?: Switches };
scope.__stryker__ ??= {};
const switches = scope.__stryker__;
// A loop that does not end, ends here.
switches.hitCount = 0;
switches.hitLimit = 5_000_000;

const folder = process.env['PAYRIG_NOTED_MUTANTS'];
if (folder !== undefined)
  afterAll(() => {
    const { testPath = '' } = expect.getState();
    const mutants = Object.keys(switches.mutantCoverage?.static ?? {});
    writeFileSync(join(folder, `${encodeURIComponent(testPath)}.json`), JSON.stringify(mutants));
  });
