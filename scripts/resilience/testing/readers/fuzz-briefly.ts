// Run as a process: every reader for a moment; sends what came of it.
import { fuzzReadersTest } from '../../readers/fuzz-readers-test.ts';

const outcome = await fuzzReadersTest({ seed: Number(process.argv[2]), size: { seconds: 0.25 } });
process.send?.(outcome, () => process.exit());
