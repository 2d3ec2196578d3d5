import type { Mutant } from '../mutant.ts';
import { bodyMutants } from './bodies.ts';
import { occasionMutants } from './occasions.ts';
import { protectionMutants } from './protection.ts';

/** Broken sandboxes for the clauses about events. */
export const eventMutants: readonly Mutant[] = [...occasionMutants, ...bodyMutants, ...protectionMutants];
