/** What is needed to see one failure again. */
export type Replay = { clause: string; seed: number; path?: string };

/** `users.patch.sets@42/3:0:1`: the clause, the seed and the way to the minimal case. */
export const replayToken = ({ clause, seed, path }: Replay): string =>
  `${clause}@${seed}${path === undefined ? '' : `/${path}`}`;

/** Reads a token; undefined when it is none. */
export function parseReplay(token: string): Replay | undefined {
  const match = /^([a-z0-9.-]+)@(-?\d+)(?:\/([\d:]+))?$/.exec(token.trim());
  if (!match) return undefined;
  const [, clause = '', seed, path] = match;
  return { clause, seed: Number(seed), ...(path !== undefined && { path }) };
}
