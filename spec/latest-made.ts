/** The same made once for equal inputs: what was asked for lately is given again. Nobody may change what is given. */
export function latestMade<Input, Made>(
  most: number,
  keyOf: (input: Input) => string,
  make: (input: Input) => Made,
): (input: Input) => Made {
  const kept = new Map<string, Made>();
  return (input) => {
    const key = keyOf(input);
    const made = kept.get(key) ?? make(input);
    kept.delete(key);
    kept.set(key, made);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return made;
  };
}
