import { readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// All that tests draw comes from this seed, so that a failure is the change's and not the draw's. A release takes another;
// `npm run proof` draws a new one with every run. scripts/testing/plain-line-reporter.ts prints it.
const isProof = process.env['PAYRIG_PROOF'] !== undefined;
process.env['PAYRIG_TEST_SEED'] ??= String(isProof ? Math.floor(Math.random() * 1e9) : 131_573_209);
// Where a proof notes what `npm test` leaves out.
if (isProof) process.env['PAYRIG_PROOF_SAMPLES'] ??= join(tmpdir(), `payrig-proof-samples-${process.pid}`);

// Tests start hundreds of processes: what one has compiled need not be compiled by the next, which halves what a start takes.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'payrig-test-compiled');

/** In a fresh clone files run by their size: what is long in few lines, by the time limit that it states, would be the last to end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const statesTenMinutes = /(?:timeout: |\}, )(?:[6-9]\d\d|[\d_]+_\d{3})_000\b/;
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      moduleId.endsWith('.conformance.ts') || statesTenMinutes.test(readFileSync(moduleId, 'utf8'));
    const isWalk = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/documents.test.ts');
    const rank = new Map(files.map((file) => [file, isWalk(file) ? 0 : isLong(file) ? 1 : 2]));
    return (await super.sort(files)).sort((a, b) => rank.get(a)! - rank.get(b)!);
  }
}

export default defineConfig({
  test: {
    include: [
      '{spec,generators,simulator,conformance,scripts}/**/*.test.ts',
      // Every clause of the interface, judged over HTTP against the sandbox.
      'conformance/testing/*.conformance.ts',
    ],
    globalSetup: ['simulator/store/testing/postgres-server.ts', 'scripts/testing/shared-folder.ts'],
    setupFiles: ['spec/testing/seeded-properties.ts', 'scripts/testing/processor-time.ts'],
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    // Node runs TypeScript as it is, so that Vite need not transform each module: 3% of the processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Files share a process, and so what it has loaded: a third less to do. No test replaces a module.
    isolate: false,
    // Many tests wait for processes, answers and leases: with two more than there are cores, the cores are busy 84% of the time.
    maxWorkers: availableParallelism() + 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine may take seconds for what a quiet one does at once.
    expect: { poll: { timeout: 15_000 } },
    // A machine that shares its cores may take the processor away for seconds: what ran out of time, and the fault-injection
    // tests, which print FC_SEED, get a second try. A proof gives none.
    ...(!isProof && { retry: { count: 1, condition: /timed out in \d+ms|does not answer|FC_SEED=/ } }),
    reporters: ['default', './scripts/testing/plain-line-reporter.ts'],
  },
});
