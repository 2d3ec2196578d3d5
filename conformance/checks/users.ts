import type { Check } from '../check.ts';

export const userChecks: readonly Check[] = [];
