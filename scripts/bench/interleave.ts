import type { Samples } from './figure.ts';

/** Measures contestants in turn, round by round, each round beginning with another of them. */
export async function interleave<Name extends string>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name, round: number) => Promise<number>,
): Promise<Record<Name, Samples>> {
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length]!;
      samples[name].push(await measure(name, round));
    }
  }
  return samples;
}
