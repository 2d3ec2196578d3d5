/** A value made at its first use and kept. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What is loaded at its first use and kept; after a failure the next use tries again. */
export function lazyLoad<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** An object each of whose fields is made when it is first read. */
export function lazyFields<T extends object>(makers: { readonly [K in keyof T]: () => T[K] }): T {
  const fields = {} as T;
  for (const name in makers)
    Object.defineProperty(fields, name, { get: lazy(makers[name]), enumerable: true, configurable: true });
  return fields;
}

/** Keeps the latest results by the key of their input: rendering a contract takes long. Do not change a result. */
export function latestMade<Input, Result>(
  most: number,
  keyOf: (input: Input) => string,
  make: (input: Input) => Result,
): (input: Input) => Result {
  const results = new Map<string, Result>();
  return (input) => {
    const key = keyOf(input);
    const result = results.get(key) ?? make(input);
    results.delete(key);
    results.set(key, result);
    const [oldest] = results.keys();
    if (results.size > most && oldest !== undefined) results.delete(oldest);
    return result;
  };
}

/** The same for what is loaded, but for a failure: the next use tries again. */
export function latestLoaded<Input, Result>(
  most: number,
  keyOf: (input: Input) => string,
  load: (input: Input) => Promise<Result>,
): (input: Input) => Promise<Result> {
  const loaderOf = latestMade(most, keyOf, (input) => lazyLoad(() => load(input)));
  return (input) => loaderOf(input)();
}
