import type { ClauseResult, EvidencePath, RunResult, VerdictEvidence } from '../judgement/result.ts';
import { evidencePaths } from '../judgement/verdicts.ts';

export function evidenceCounts(clauses: readonly ClauseResult[]): [EvidencePath, number][] {
  const count = (path: EvidencePath): number =>
    clauses.filter(({ evidence }) => evidence?.path === path).length;
  return evidencePaths.map((path): [EvidencePath, number] => [path, count(path)]).filter(([, n]) => n > 0);
}

const rest: Readonly<Record<EvidencePath, string>> = {
  public: 'on the public interface alone',
  watched: 'on traffic that was watched',
  declared: 'on what a profile declares',
  arranged: 'on what was arranged',
};

/** "Evidence: 212 of 329 verdicts on the public interface alone, 110 on what was arranged." Nothing for an exam. */
export function evidenceLines({ clauses, subject }: Pick<RunResult, 'clauses' | 'subject'>): string[] {
  const counts = subject === 'receiver' || subject === 'client' ? [] : evidenceCounts(clauses);
  const all = counts.reduce((sum, [, n]) => sum + n, 0);
  if (all === 0) return [];
  const others = counts.filter(([path]) => path !== 'public').map(([path, n]) => `, ${n} ${rest[path]}`);
  const n = counts.find(([path]) => path === 'public')?.[1] ?? 0;
  return [`Evidence: ${n} of ${all} ${all === 1 ? 'verdict' : 'verdicts'} ${rest.public}${others.join('')}.`];
}

export const evidenceText = ({ path, arranged = [], declared = [] }: VerdictEvidence): string =>
  [
    path === 'public' && 'public interface alone',
    path === 'watched' && 'watched traffic',
    arranged.length > 0 && `arranged by ${arranged.join(', ')}`,
    declared.length > 0 && `declared: ${declared.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
