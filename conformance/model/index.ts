import type { Check } from '../check.ts';
import { sequenceChecks } from './sequences.ts';

/**
 * The stateful model. Each check judges one aspect of a run of commands under the clause to which that aspect belongs,
 * so that a deployment that loses an update fails the clause about updates, and nothing else.
 */
export const modelChecks: readonly Check[] = sequenceChecks;
