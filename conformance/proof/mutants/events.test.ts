import { testMutants } from './testing/test-mutants.ts';

testMutants('events');
