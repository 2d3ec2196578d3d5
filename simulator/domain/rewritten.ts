/** The fields of a resource that have a format; a shape holds for each item of an array. */
export type Shape<Format extends string> = Format | { readonly [field: string]: Shape<Format> };

/** A value with each field of the shape written anew; the rest is shared. `field` is where the value stands. */
export function rewritten<Format extends string>(
  value: unknown,
  shape: Shape<Format>,
  write: (value: unknown, format: Format, field: string) => unknown,
  field = '',
): unknown {
  if (value === null || value === undefined) return value;
  const inner = (name: string | number): string => (field === '' ? String(name) : `${field}.${name}`);
  if (Array.isArray(value)) return value.map((item, index) => rewritten(item, shape, write, inner(index)));
  if (typeof shape === 'string') return write(value, shape, field);
  if (typeof value !== 'object') return value;
  const copy: Record<string, unknown> = { ...value };
  for (const name of Object.keys(copy))
    if (Object.hasOwn(shape, name)) copy[name] = rewritten(copy[name], shape[name]!, write, inner(name));
  return copy;
}
