export type ReplayedRun = { clause: string; seed: number; path?: string };

/** `users.patch.sets@42/3:0*34:1`: the clause, the seed and the way to the minimal case, repeated steps as their number. */
export const replayToken = ({ clause, seed, path }: ReplayedRun): string =>
  `${clause}@${seed}${path === undefined ? '' : `/${counted(path)}`}`;

const counted = (path: string): string =>
  path.replace(/(?<![^:])(\d+)(?::\1)+(?![^:])/g, (all, step: string) => `${step}*${all.split(':').length}`);

export function parseReplay(token: string): ReplayedRun | undefined {
  const match = /^([a-z0-9.-]+)@(-?\d+)(?:\/([\d:*]+))?$/.exec(token.trim());
  if (!match) return undefined;
  const [, clause = '', seed, path] = match;
  if (path === undefined) return { clause, seed: Number(seed), path };
  const steps = path.split(':').map((step) => /^(\d+)(?:\*(\d{1,4}))?$/.exec(step));
  if (steps.includes(null)) return undefined;
  const inFull = steps.flatMap((step) => Array<string>(Number(step?.[2] ?? 1)).fill(step?.[1] ?? ''));
  return { clause, seed: Number(seed), path: inFull.join(':') };
}

/** A seed of its own for each clause, so that leaving one out changes nothing for the others. */
export function seedFor(seed: number, text: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
