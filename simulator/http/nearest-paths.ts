import { nearestTo } from '../../spec/did-you-mean.ts';

export type KnownPath = { method: string; path: string };

/** A stranger may send a path of any length. */
const LONGEST = 200;
const MOST = 3;
/** How wrong the segments of a path may be and still be meant. */
const FARTHEST = 2;

/** The words of a path; what deployments put before theirs, and the sandbox before its own, counts for nothing. */
const segmentsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter((part, index) => part !== '' && !(index === 1 && /^(_sandbox|api|v\d+)$/.test(part)));

function farness(given: readonly string[], known: readonly string[]): number {
  if (Math.abs(given.length - known.length) > 1) return Number.POSITIVE_INFINITY;
  let far = given.length === known.length ? 0 : 1;
  for (const [index, word] of known.slice(0, given.length).entries()) {
    if (word.startsWith('{') || word === given[index]) continue;
    far += nearestTo(given[index] ?? '', [word]) === undefined ? FARTHEST + 1 : 1;
  }
  return far;
}

/** The requests that one without a route may have meant, as long as they are as near as each other. */
export function nearestPaths({ method, path }: KnownPath, known: readonly KnownPath[]): string[] {
  const given = path.length > LONGEST ? [] : segmentsOf(path);
  if (given.length === 0) return [];
  const near = known
    .map((one) => ({ one, far: farness(given, segmentsOf(one.path)) + (one.method === method ? 0 : 0.5) }))
    .filter(({ one, far }) => one.path !== '/' && far <= FARTHEST);
  const least = Math.min(...near.map(({ far }) => far));
  const nearest = near.filter(({ far }) => far === least).slice(0, MOST);
  return nearest.map(({ one }) => `${one.method} ${one.path}`);
}
