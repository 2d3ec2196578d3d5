type Routed = { readonly method: string; readonly path: string };

/** Finds what is at a method and a path; a literal path comes before one with a parameter in its place. */
export function routeFinder<Route extends Routed>(routes: Iterable<Route>) {
  const patterns = [...routes].map((route) => ({
    route,
    parameters: route.path.split('{').length,
    pattern: new RegExp(`^${route.path.replace(/\{[^{}]+\}/g, '[^/]+')}$`),
  }));
  patterns.sort((a, b) => a.parameters - b.parameters);
  return (method: string, path: string): Route | undefined =>
    patterns.find(({ route, pattern }) => route.method.toUpperCase() === method && pattern.test(path))?.route;
}
