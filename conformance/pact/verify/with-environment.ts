/** Runs something with environment variables changed, undefined for none, and puts them back. */
export async function withEnvironment<T>(
  changes: Readonly<Record<string, string | undefined>>,
  run: () => Promise<T>,
): Promise<T> {
  const before = Object.keys(changes).map((name) => [name, process.env[name]] as const);
  set(Object.entries(changes));
  try {
    return await run();
  } finally {
    set(before);
  }
}

function set(variables: readonly (readonly [string, string | undefined])[]): void {
  for (const [name, value] of variables) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
