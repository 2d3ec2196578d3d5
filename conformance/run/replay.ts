/** What is needed to see one failure again. */
export type Replay = { clause: string; seed: number; path?: string };

/** `users.patch.sets@42/3:0:1`: the clause, the seed and the way to the minimal case. */
export const replayToken = ({ clause, seed, path }: Replay): string =>
  `${clause}@${seed}${path === undefined ? '' : `/${path}`}`;

export function parseReplay(token: string): Replay | undefined {
  const match = /^([a-z0-9.-]+)@(-?\d+)(?:\/([\d:]+))?$/.exec(token.trim());
  if (!match) return undefined;
  const [, clause = '', seed, path] = match;
  return { clause, seed: Number(seed), path };
}

/** A seed of its own for each clause, so that leaving one out changes nothing for the others. */
export function seedFor(seed: number, text: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
