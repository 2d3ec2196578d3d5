import { isObject } from '../../spec/json.ts';

/** Values of other JSON types than the right one, some of which hold it. */
export function wrongValues(right: unknown): readonly unknown[] {
  if (Array.isArray(right)) return [right[0], 42, true, {}, [42], [{}], [right]];
  if (isObject(right)) {
    const fields = Object.entries(right).flatMap(([name, value]) =>
      wrongValues(value).map((bad) => ({ ...right, [name]: bad })),
    );
    return ['text', 42, [right], ...fields];
  }
  if (typeof right === 'boolean') return ['perhaps', 42, {}, [right]];
  if (typeof right === 'number') return ['twelve', true, {}, [right]];
  // A text of digits as a number: what takes it for the text takes no other number.
  return [Number(right) || 42, true, false, {}, [], [right], { right }];
}
