import type { TestAPI } from 'vitest';

/** What a sandbox must offer for tests to have a client of their own: `createSandbox` gives all of it. */
export type TestSandbox<Handle> = AsyncDisposable & { newClient(): Promise<Handle> };

/**
 * A `test` with two more fixtures: `sandbox`, one for all tests of a file, and `payrig`, a client of its own for each
 * test, in the starting world, so that tests can run side by side:
 * `const test = sandboxTest(base, () => createSandbox())`.
 */
export function sandboxTest<Sandbox extends TestSandbox<unknown>>(
  base: TestAPI,
  start: () => Promise<Sandbox>,
): TestAPI<{ sandbox: Sandbox; payrig: Awaited<ReturnType<Sandbox['newClient']>> }> {
  type Handle = Awaited<ReturnType<Sandbox['newClient']>>;
  return base.extend<{ sandbox: Sandbox; payrig: Handle }>({
    sandbox: [
      // Vitest reads the first parameter to see what a fixture needs, and takes nothing but a pattern.
      // biome-ignore lint/correctness/noEmptyPattern: see above
      async ({}, use: (sandbox: Sandbox) => Promise<void>) => {
        await using sandbox = await start();
        await use(sandbox);
      },
      { scope: 'file' },
    ],
    payrig: async ({ sandbox }: { sandbox: Sandbox }, use: (handle: Handle) => Promise<void>) =>
      use((await sandbox.newClient()) as Handle),
  });
}
