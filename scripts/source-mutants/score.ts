import { clausesById } from '../../spec/clauses.ts';
import { type Classification, type Kind, kindOf } from './classification.ts';
import type { Fate, SourceOutcome } from './judge.ts';

export type Score = Readonly<Record<Fate, number>> & {
  /** Killed by an implied clause: a warning, unless a run is told otherwise. */
  readonly killedByImplied: number;
  /** Reached by no check although they break a stated sentence. */
  readonly unreachableStated: number;
  readonly survivors: Readonly<Record<Kind | 'unclassified', number>>;
  /** Of those that break a stated sentence, how many are caught; undefined where there is none. */
  readonly caught: number | undefined;
};

/** What a run of source mutants comes to. Survivors that nobody has looked at count as if they broke a stated sentence. */
export function scoreOf(outcomes: readonly SourceOutcome[], known: Classification): Score {
  const count = (fate: Fate): number => outcomes.filter((one) => one.fate === fate).length;
  const levels = clausesById();
  const killedByImplied = outcomes.filter(
    ({ fate, by }) => fate === 'killed' && levels.get(by ?? '')?.level === 'implied',
  ).length;
  // One that only makes a run slow was not caught, whatever else it did.
  const survived = outcomes.filter(({ fate }) => fate === 'survived' || fate === 'timed-out');
  const of = (kind: Kind | undefined): number =>
    survived.filter(({ mutant }) => kindOf(known, mutant) === kind).length;
  const caught = count('killed') - killedByImplied + count('broken');
  const unreachableStated = outcomes.filter(
    ({ fate, mutant }) => fate === 'unreachable' && kindOf(known, mutant) === 'stated',
  ).length;
  const missed = of('stated') + of(undefined) + unreachableStated;
  return {
    killed: count('killed'),
    broken: count('broken'),
    'timed-out': count('timed-out'),
    survived: count('survived'),
    unreachable: count('unreachable'),
    killedByImplied,
    unreachableStated,
    survivors: {
      equivalent: of('equivalent'),
      'open-point': of('open-point'),
      'sandbox-only': of('sandbox-only'),
      stated: of('stated'),
      unclassified: of(undefined),
    },
    caught: caught + missed > 0 ? caught / (caught + missed) : undefined,
  };
}
