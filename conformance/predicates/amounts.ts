import { readFileSync } from 'node:fs';

/** A field that holds money, or an object or list in which some fields do. */
type Places = { readonly [field: string]: true | Places };

const places: Places = JSON.parse(readFileSync(new URL('./amount-places.json', import.meta.url), 'utf8'));

/** Every amount of money in a payroll submission that is there and not null, by its place in dots. */
export function amountsOf(submission: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const walk = (value: unknown, inner: Places, path: readonly string[]): void => {
    if (value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) walk(item, inner, [...path, String(at)]);
      return;
    }
    for (const [field, next] of Object.entries(inner)) {
      const child: unknown = Reflect.get(value, field);
      if (child == null) continue;
      if (next === true) found.set([...path, field].join('.'), child);
      else walk(child, next, [...path, field]);
    }
  };
  walk(submission, places, []);
  return found;
}
