import type { AnyProbe } from '../probe.ts';

/** Every probe of the suite; a new group is a file and a line here. */
export const probes: readonly AnyProbe[] = [];
