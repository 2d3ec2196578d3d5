import { latestMade } from '../../spec/lazy.ts';
import type { Profile } from '../../spec/profile.ts';
import { rename } from '../../spec/render.ts';

const standIns = ['taxauth_enabled', 'user-taxauth-data-submitted'] as const;

/** Swaps canonical names and a deployment's, so a deployment that answers with a stand-in is seen to be wrong. */
export const nameSwap = latestMade(8, JSON.stringify, (naming: Profile['naming']): (<T>(value: T) => T) => {
  const swaps = new Map<string, string>();
  for (const name of standIns) {
    const theirs = rename(name, naming);
    if (theirs === name) continue;
    swaps.set(name, theirs);
    swaps.set(theirs, name);
  }
  if (swaps.size === 0) return (value) => value;
  const swapped = (text: string): string => swaps.get(text) ?? text;
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return swapped(node);
    if (Array.isArray(node)) return node.map(walk);
    if (node !== null && typeof node === 'object')
      return Object.fromEntries(Object.entries(node).map(([key, child]) => [swapped(key), walk(child)]));
    return node;
  };
  return <T>(value: T) => walk(value) as T;
});

export const headerName = (canonical: string, naming: Profile['naming']): string => rename(canonical, naming);
