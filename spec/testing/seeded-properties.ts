import fc from 'fast-check';
import { testSeed } from './test-run.ts';

// Properties without a seed of their own draw by that of the test run.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed });
