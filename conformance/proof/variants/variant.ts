import type { PartialProfile } from '../../../spec/profile.ts';
import type { Defect } from '../mutants/mutant.ts';
import { lawfulDifferences } from './lawful-differences.ts';
import { randomProfile } from './random-profile.ts';

/** A sandbox that chose otherwise wherever it may, and conforms all the same. */
export type Variant = {
  readonly seed: number;
  readonly profile: PartialProfile;
  /** Made anew for each server, since some of them remember theirs. */
  readonly differences: () => Defect;
};

/** The variant of a seed: all open points drawn, and other fields, orders, words and times where they are free. */
export function variant(seed: number): Variant {
  const profile = randomProfile(seed);
  return { seed, profile, differences: () => lawfulDifferences(seed, profile) };
}
