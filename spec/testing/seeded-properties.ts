import fc from 'fast-check';
import { isProof, testSeed } from './test-run.ts';

// Properties without a seed of their own draw by that of the test run, and in a proof run as often as fast-check would.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed, ...(isProof ? {} : { numRuns: 30 }) });
