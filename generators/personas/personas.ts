import { connectedPeople } from './connected-people.ts';
import { estimatedPeople } from './estimated-people.ts';
import { paidPeople } from './paid-people.ts';
import type { Persona } from './persona.ts';
import { sourcedPeople } from './sourced-people.ts';
import { workingPeople } from './working-people.ts';

/** Everybody with a name and a purpose. Ids follow from the place in this list, so new people come last. */
export const personas: readonly Persona[] = [
  ...paidPeople,
  ...workingPeople,
  ...estimatedPeople,
  ...connectedPeople,
  ...sourcedPeople,
];
