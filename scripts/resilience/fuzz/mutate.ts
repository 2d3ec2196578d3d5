import type { Stream } from '../../../generators/random.ts';
import { garbageText, inherited, nastyValue } from './nasty-values.ts';

type Parent = Record<string, unknown> | unknown[];

/** A copy of a JSON value with one thing in it changed, gone or added. */
export function mutated(value: unknown, chance: Stream): unknown {
  if (typeof value !== 'object' || value === null || chance.chance(0.04)) return nastyValue(chance);
  const copy = structuredClone(value) as Parent;
  const parent = somewhere(copy, chance);
  const keys = Object.keys(parent);
  const key = keys.length === 0 ? undefined : chance.pick(keys);
  chance.weighted<() => void>([
    [() => put(parent, key, nastyValue(chance)), 10],
    [() => remove(parent, key), 3],
    [
      () => put(parent, chance.pick(['extra', garbageText(chance), 'user_id', 'client']), nastyValue(chance)),
      2,
    ],
    [() => own(parent, chance.pick(inherited), nastyValue(chance)), 2],
    [() => put(parent, key, [at(parent, key), at(parent, key)]), 1],
    [() => put(parent, key, JSON.stringify(at(parent, key))), 1],
  ])();
  return copy;
}

function somewhere(root: Parent, chance: Stream): Parent {
  let here = root;
  for (;;) {
    const below = Object.values(here).filter((one): one is Parent => typeof one === 'object' && one !== null);
    if (below.length === 0 || chance.chance(0.35)) return here;
    here = chance.pick(below);
  }
}

const at = (parent: Parent, key: string | undefined): unknown =>
  key === undefined ? undefined : (parent as Record<string, unknown>)[key];

function put(parent: Parent, key: string | undefined, value: unknown): void {
  if (Array.isArray(parent)) parent.push(value);
  else own(parent, key ?? 'key', value);
}

/** An assignment to `__proto__` would change what is inherited; a caller's JSON makes it a field like any other. */
function own(parent: Parent, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

function remove(parent: Parent, key: string | undefined): void {
  if (Array.isArray(parent)) parent.pop();
  else if (key !== undefined) delete parent[key];
}
