import type { RequestHandler } from 'express';
import type { SandboxOptions, Wrappings } from '../../../simulator/app/options.ts';
import type { Defect } from './mutant.ts';

/** Several changes of a sandbox as one. */
export function combined(
  defects: readonly Defect[],
): Pick<SandboxOptions, 'wrap' | 'environment' | 'profile'> {
  const wraps = defects.flatMap(({ wrap }) => (wrap ? [wrap] : []));
  const environment = defects.find((defect) => defect.environment)?.environment;
  const points = Object.assign({}, ...defects.map(({ profile }) => profile?.points ?? {}));
  const naming = Object.assign({}, ...defects.map(({ profile }) => profile?.naming ?? {}));
  return {
    wrap: wraps.reduce(joined, {}),
    ...(environment && { environment }),
    profile: { naming, points },
  };
}

function joined(a: Wrappings, b: Wrappings): Wrappings {
  return {
    ...piped('operations', a, b),
    ...piped('arrangement', a, b),
    ...piped('ports', a, b),
    ...piped('store', a, b),
    ...(a.app && b.app ? { app: inTurn(a.app, b.app) } : { app: a.app ?? b.app }),
  };
}

function piped<Name extends 'operations' | 'arrangement' | 'ports' | 'store'>(
  name: Name,
  a: Wrappings,
  b: Wrappings,
): Pick<Wrappings, Name> | object {
  const [first, second] = [a[name], b[name]] as (((value: unknown) => unknown) | undefined)[];
  if (!first || !second) return first || second ? { [name]: first ?? second } : {};
  return { [name]: (value: unknown) => second(first(value)) };
}

const inTurn =
  (first: RequestHandler, second: RequestHandler): RequestHandler =>
  (request, response, next) =>
    first(request, response, (error?: unknown) => (error ? next(error) : second(request, response, next)));
