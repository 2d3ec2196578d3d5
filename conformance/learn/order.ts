import type { AnyProbe } from './probe.ts';

/** The probes in an order in which each comes after those it depends on. */
export function inOrder(probes: readonly AnyProbe[]): AnyProbe[] {
  const byPoint = new Map(probes.map((one) => [one.point, one]));
  const ordered = new Set<AnyProbe>();
  const visit = (one: AnyProbe, path: readonly string[]): void => {
    if (ordered.has(one)) return;
    if (path.includes(one.point)) throw new Error(`Probes depend on each other: ${path.join(', ')}`);
    for (const point of one.after ?? []) {
      const before = byPoint.get(point);
      if (before) visit(before, [...path, one.point]);
    }
    ordered.add(one);
  };
  for (const one of probes) visit(one, []);
  return [...ordered];
}
