import type { Check } from '../../check.ts';
import { deliveryLaws } from './deliveries.ts';
import { neighbourLaws } from './neighbours.ts';
import { accountTraceLaw } from './traces.ts';

/** Laws under the clauses of many areas; those of clauses that have no other check stand with their areas. */
export const laws: readonly Check[] = [...neighbourLaws, accountTraceLaw, ...deliveryLaws];
