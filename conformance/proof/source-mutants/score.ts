import { clausesById } from '../../../spec/clauses.ts';
import { type Classification, type Kind, kindOf } from './classification.ts';
import type { Fate, SourceOutcome } from './judge.ts';

type ByKind = Readonly<Record<Kind | 'unclassified', number>>;

export type Score = Readonly<Record<Fate, number>> & {
  /** Killed by an implied clause: a warning, unless a run is told otherwise. */
  readonly killedByImplied: number;
  /** What those are that survived, or took too long to tell. */
  readonly survivors: ByKind;
  /** What those are that no check reaches. */
  readonly unreached: ByKind;
  /** Of those that break a stated sentence, how many are caught; undefined where there is none. */
  readonly caught: number | undefined;
};

/** The score of a run. A mutant that was neither killed nor classified counts as if it broke a stated sentence. */
export function scoreOf(outcomes: readonly SourceOutcome[], known: Classification): Score {
  const count = (fate: Fate): number => outcomes.filter((one) => one.fate === fate).length;
  const levels = clausesById();
  const killedByImplied = outcomes.filter(
    ({ fate, by }) => fate === 'killed' && levels.get(by ?? '')?.level === 'implied',
  ).length;
  const byKind = (...fates: readonly Fate[]): ByKind => {
    const of = (kind: Kind | undefined): number =>
      outcomes.filter(({ fate, mutant }) => fates.includes(fate) && kindOf(known, mutant) === kind).length;
    return {
      equivalent: of('equivalent'),
      'open-point': of('open-point'),
      'sandbox-only': of('sandbox-only'),
      'another-store': of('another-store'),
      stated: of('stated'),
      unclassified: of(undefined),
    };
  };
  // One that only makes a run slow was not caught, whatever else it did.
  const survivors = byKind('survived', 'timed-out');
  const unreached = byKind('unreachable');
  const caught = count('killed') - killedByImplied + count('broken');
  const missed = survivors.stated + survivors.unclassified + unreached.stated + unreached.unclassified;
  return {
    killed: count('killed'),
    broken: count('broken'),
    'timed-out': count('timed-out'),
    survived: count('survived'),
    unreachable: count('unreachable'),
    killedByImplied,
    survivors,
    unreached,
    caught: caught + missed > 0 ? caught / (caught + missed) : undefined,
  };
}
