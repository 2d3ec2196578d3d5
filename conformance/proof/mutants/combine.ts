import type { SandboxOptions, Wrappings } from '../../../simulator/app/options.ts';
import type { Defect } from './mutant.ts';

/** Several changes of a sandbox as one. */
export function combined(
  defects: readonly Defect[],
): Pick<SandboxOptions, 'wrap' | 'environment' | 'profile'> {
  const wraps = defects.flatMap(({ wrap }) => (wrap ? [wrap] : []));
  const points = Object.assign({}, ...defects.map(({ profile }) => profile?.points ?? {}));
  const naming = Object.assign({}, ...defects.map(({ profile }) => profile?.naming ?? {}));
  const options = { wrap: wraps.reduce(joined, {}), profile: { naming, points } };
  const environment = defects.find((defect) => defect.environment)?.environment;
  return environment ? { ...options, environment } : options;
}

function joined(a: Wrappings, b: Wrappings): Wrappings {
  return {
    ...piped('operations', a, b),
    ...piped('arrangement', a, b),
    ...piped('ports', a, b),
    ...piped('store', a, b),
    ...(a.app && b.app ? { app: pipeline(a.app, b.app) } : { app: a.app ?? b.app }),
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

type Middleware = NonNullable<Wrappings['app']>;

/** Several middlewares as one, each called when the one before it passes the request on. */
export const pipeline =
  (...middlewares: readonly Middleware[]): Middleware =>
  (request, response, next) => {
    const callFrom = (at: number): unknown => {
      const middleware = middlewares[at];
      if (!middleware) return next();
      return middleware(request, response, (error) => (error ? next(error) : callFrom(at + 1)));
    };
    return callFrom(0);
  };
