import type { PartialArrangement } from './arrangement.ts';

/** Nothing can be arranged: what the service shows by itself is all there is. */
export const noArrangement = (name = 'none'): PartialArrangement => ({ name, functions: {} });
