import fc from 'fast-check';
import { few, testSeed } from './test-run.ts';

// Properties without a seed of their own draw by that of the test run, and those without a number of inputs take this many.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed, numRuns: few(25, 100) });
