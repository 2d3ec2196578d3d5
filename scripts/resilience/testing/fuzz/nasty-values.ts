import type { Stream } from '../../../../generators/random.ts';

/** Names that an object has without having been given them: looked up in a table, they find something that is no entry. */
export const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

const nastyTexts = [
  ...['', ' ', '\u0000', '\u0000\u0001\u001b[2J', '٣٤', 'İstanbul ß ﬀ', '👩‍👩‍👧‍👦'.repeat(20), 'Z͑ͫ̓a̴l̵g̷o'],
  ...['\u202eabc\u2066', '\ud800', 'a\r\nX-Injected: yes', "' OR 1=1 --", '<script>alert(1)</script>'],
  ...'null undefined NaN -1 1e999 0x7fffffff {{7*7}}%s%n P PT P1000000000000Y'.split(' '),
  ...'../../../../etc/passwd ..%2f..%2f..%2fetc%2fpasswd file:///etc/passwd javascript:alert(1)'.split(' '),
  ...'2024-02-30 2024-13-45T99:99:99Z 0000-00-00T00:00:00Z 2024-06-30T23:59:60Z'.split(' '),
  ...'9999-12-31T23:59:59.999Z -271821-04-20T00:00:00Z +275760-09-13T00:00:00.000Z'.split(' '),
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF'],
  ...['http://[::1', 'http://user:pass@127.0.0.1:1/', 'a'.repeat(5000)],
  ...inherited,
];

const nastyNumbers = [
  ...[0, -0, -1, 1.5, 1e21, -1e21, 1e20, 2 ** 31, 2 ** 32, 0.1 + 0.2],
  ...[Number.MAX_SAFE_INTEGER + 2, Number.MIN_VALUE, Number.MAX_VALUE],
];

const nastyValue = (chance: Stream): unknown =>
  chance.weighted<() => unknown>([
    [() => chance.pick(nastyTexts), 8],
    [() => chance.pick(nastyNumbers), 4],
    [() => chance.pick([null, true, false, [], {}, [[]], [null], { a: { b: [] } }]), 4],
    [() => garbageText(chance), 2],
    [() => ({ [chance.pick(inherited)]: chance.pick<unknown>([{ polluted: true }, null, 'x', []]) }), 2],
    [() => nested(chance.int(10, 3000), chance.chance(0.5)), 1],
    [() => Array.from({ length: chance.int(10, 2000) }, (_, index) => index % 7), 1],
  ])();

/** The same as text, for places that take nothing else. */
export function nastyText(chance: Stream): string {
  const value = nastyValue(chance);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Random characters from all over Unicode, lone surrogates among them. */
export function garbageText(chance: Stream): string {
  const length = chance.int(1, 40);
  return Array.from({ length }, () => String.fromCharCode(chance.int(0, 0xffff))).join('');
}

function nested(depth: number, asList: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = asList ? [value] : { a: value };
  return value;
}

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
