import fc from 'fast-check';

export type PropertyOutcome<Broken> =
  | { kind: 'held'; runs: number }
  | { kind: 'broken'; error: Broken; counterexample: string; shrinks: number; path: string; runs: number };

type PropertyRun<T, Broken> = {
  given: fc.Arbitrary<T>;
  property: (value: T) => Promise<void>;
  seed: number;
  runs: number;
  path?: string;
  /** Tells a broken clause from whatever else can be thrown, which ends the property at once. */
  breaks: (error: unknown) => error is Broken;
  mostShrinks?: number;
  /** The way down from the failing run cannot be gone without running: only that run is named by a path. */
  shrinksByRunning?: boolean;
};

/** Runs a property over drawn inputs and shrinks the first that breaks it, within bounds. */
export async function runProperty<T, Broken>(
  options: PropertyRun<T, Broken>,
): Promise<PropertyOutcome<Broken>> {
  const { given, property, seed, runs, breaks, mostShrinks = 60, shrinksByRunning = false } = options;
  const shortened = (path: string): string => (shrinksByRunning ? (path.split(':')[0] ?? path) : path);
  const path = options.path === undefined ? undefined : shortened(options.path);
  let tried = 0;
  let sinceBroken = 0;
  let broken = false;
  let odd: { error: unknown } | undefined;
  let latest: { error: Broken } | undefined;
  const details = await fc
    .check(
      fc.asyncProperty(given, async (value) => {
        if (odd || (broken && ++sinceBroken > mostShrinks)) return;
        tried++;
        try {
          await property(value);
        } catch (error) {
          if (!breaks(error)) {
            // While shrinking, a case that cannot be tried is no smaller failure.
            if (!broken) odd = { error };
            return;
          }
          broken = true;
          latest = { error };
          throw error;
        }
      }),
      {
        seed,
        numRuns: runs,
        verbose: 0,
        path,
        endOnFailure: path !== undefined && !shrinksByRunning,
      },
    )
    .catch((error: Error) => {
      // The way was found by another check of the same clause, and leads nowhere in this one.
      if (path !== undefined && error.message.startsWith('Unable to replay')) return undefined;
      throw error;
    });
  if (odd) throw odd.error;
  if (!details?.failed) return { kind: 'held', runs: tried };
  if (!latest) throw details.errorInstance;
  return {
    kind: 'broken',
    error: latest.error,
    counterexample: fc.stringify(details.counterexample?.[0]).replaceAll('__proto__:null,', ''),
    shrinks: details.numShrinks,
    path: shortened(details.counterexamplePath ?? '0'),
    runs: tried,
  };
}
