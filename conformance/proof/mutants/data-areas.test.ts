import { testMutants } from './testing/test-mutants.ts';

testMutants('data-areas');
