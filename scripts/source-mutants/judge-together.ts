import { type JudgeOptions, outcomeOf, type SourceOutcome, sandboxWith, verdictsOf } from './judge.ts';
import { overlap, type SourceMutant } from './source-mutant.ts';

const mostTogether = 24;

/** Sets of mutants that can be switched on together: none lies within another. */
export function inGroups(mutants: readonly SourceMutant[]): SourceMutant[][] {
  const groups: SourceMutant[][] = [];
  for (const mutant of mutants) {
    const room = groups.find(
      (group) => group.length < mostTogether && !group.some((other) => overlap(mutant, other)),
    );
    if (room) room.push(mutant);
    else groups.push([mutant]);
  }
  return groups;
}

/**
 * Judges mutants that are likely to survive all at once: where every clause passes with all of them, it does with each.
 * A clause that fails is run again with half of those that it reaches, and so on, until it fails for one alone. What hides
 * another in a group can only make a survivor of what would be killed, and never the other way round.
 */
export async function judgeTogether(
  group: readonly SourceMutant[],
  options: JudgeOptions,
  done: (outcome: SourceOutcome) => void,
): Promise<void> {
  const { reach } = options;
  const clausesOf = (mutants: readonly SourceMutant[]): string[] => [
    ...new Set(mutants.flatMap((mutant) => reach.clausesOf(mutant))),
  ];
  let alive = [...group];
  while (alive.length > 0) {
    const clauses = clausesOf(alive);
    const verdicts = await verdictsOf(sandboxWith(options, alive), clauses, options, 'end');
    const [only] = alive;
    if (alive.length === 1 && only) return done(outcomeOf(only, clauses, verdicts));
    // Clauses that could not be judged have passed for nobody.
    if (verdicts.stopped || (verdicts.hidden.length > 0 && verdicts.failed.length === 0)) {
      const half = Math.ceil(alive.length / 2);
      await judgeTogether(alive.slice(0, half), options, done);
      return judgeTogether(alive.slice(half), options, done);
    }
    const killed = new Set<SourceMutant>();
    for (const { clause } of verdicts.failed) {
      const suspects = alive.filter((one) => !killed.has(one) && reach.clausesOf(one).includes(clause));
      for (const outcome of await killedBy(clause, suspects, options)) {
        killed.add(outcome.mutant);
        done(outcome);
      }
    }
    alive = alive.filter((one) => !killed.has(one));
    // Nobody is to be blamed alone: what fails is their doing together, or chance.
    if (killed.size > 0) continue;
    const { hidden } = verdicts;
    for (const mutant of alive) {
      const own = reach.clausesOf(mutant);
      done({
        mutant,
        fate: 'survived',
        clauses: own,
        hidden: hidden.filter((clause) => own.includes(clause)),
      });
    }
    return;
  }
}

/** Those of the suspects for which a clause fails when they are alone. */
async function killedBy(
  clause: string,
  suspects: readonly SourceMutant[],
  options: JudgeOptions,
): Promise<SourceOutcome[]> {
  const [only] = suspects;
  if (!only) return [];
  const verdicts = await verdictsOf(sandboxWith(options, suspects), [clause], options);
  if (verdicts.failed.length === 0) return [];
  if (suspects.length === 1) return [outcomeOf(only, options.reach.clausesOf(only), verdicts)];
  const half = Math.ceil(suspects.length / 2);
  return [
    ...(await killedBy(clause, suspects.slice(0, half), options)),
    ...(await killedBy(clause, suspects.slice(half), options)),
  ];
}
