export type Difference = { path: string; expected: unknown; actual: unknown; more: number };

/** A path as people write it: `[2].earnings.net_pay`. */
const step = (path: string, key: string | number): string =>
  typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function differenceOf(expected: unknown, actual: unknown): Difference | undefined {
  const places: Omit<Difference, 'more'>[] = [];
  const walk = (path: string, a: unknown, b: unknown): void => {
    if (Object.is(a, b)) return;
    if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) {
      places.push({ path, expected: a, actual: b });
      return;
    }
    const keys = Array.isArray(a)
      ? Array.from({ length: Math.max(a.length, (b as unknown[]).length) }, (_, index) => index)
      : [...new Set([...Object.keys(a), ...Object.keys(b)])];
    const at = (value: object, key: string | number): unknown =>
      Object.hasOwn(value, key) ? (value as Record<string | number, unknown>)[key] : undefined;
    for (const key of keys) walk(step(path, key), at(a, key), at(b, key));
  };
  walk('', expected, actual);
  const [first] = places;
  return first && { ...first, more: places.length - 1 };
}

/** How much of a long text is shown on either side of the first character that differs. */
const AROUND = 60;

/** Two values as text that shows where they differ: long ones are cut around the difference, not behind it. */
export function besides(expected: unknown, actual: unknown): [expected: string, actual: string] {
  const [a, b] = [textOf(expected), textOf(actual)];
  if (Math.max(a.length, b.length) <= 4 * AROUND) return [a, b];
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const cut = (text: string): string => {
    const from = Math.max(0, same - AROUND);
    const to = same + 2 * AROUND;
    return `${from > 0 ? '…' : ''}${text.slice(from, to)}${text.length > to ? '…' : ''} (${text.length} characters)`;
  };
  return [cut(a), cut(b)];
}

const textOf = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
