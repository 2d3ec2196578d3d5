import type { PartialProfile } from '../../spec/profile.ts';
import type { RunOptions, TargetDescription } from '../deployment/options.ts';
import type { ReceiverDescription } from '../exam/exam-options.ts';
import { BadUsage } from '../judgement/failure.ts';
import type { RunResult } from '../judgement/result.ts';
import { runConformance } from '../suite/run-conformance.ts';
import { runExam } from '../suite/run-exam.ts';
import type { Statement } from './statement.ts';

/** What a replay cannot know from an attestation: where to go, and the secrets. */
export type ReplayTarget = Pick<TargetDescription, 'apiKey' | 'otherApiKey' | 'member'> & ReceiverDescription;

/** Options of a run that decide verdicts. `destructive` is not taken over: a file must not have things deleted. */
const decisive = ['only', 'skip', 'failOn', 'evidence', 'readOnly', 'arrange', 'strict'] as const;

export function rerun({ predicate }: Statement, target: ReplayTarget): Promise<RunResult> {
  const { judged, seed, runs, config } = predicate.payrig;
  const options: RunOptions = { seed, runs, profile: declaredIn(predicate.payrig) };
  for (const name of decisive)
    if (config[name] !== undefined) Object.assign(options, { [name]: config[name] });
  const { url, apiKey, otherApiKey, member, secret, encryptionKey } = target;
  if (judged === 'receiver') return runExam({ url, secret, encryptionKey }, options);
  if (judged !== 'deployment') throw new BadUsage(`What judged a ${judged} cannot be run again by --replay.`);
  const environment = (['sandbox', 'production'] as const).find((one) => one === config['environment']);
  return runConformance({ baseUrl: url, apiKey, otherApiKey, member, environment }, options);
}

/** The profile that was given then; what was learnt is learnt again. */
function declaredIn(attested: Statement['predicate']['payrig']): PartialProfile | undefined {
  const { config, profile, points } = attested;
  if (config['profile'] === undefined) return undefined;
  const given = new Set<string>(points.filter(({ from }) => from === 'profile').map(({ point }) => point));
  const kept = Object.entries(profile.points ?? {}).filter(([point]) => given.has(point));
  return { naming: profile.naming, points: Object.fromEntries(kept) };
}

export function differences({ predicate }: Statement, now: RunResult): string[] {
  const { suite, verdicts } = predicate.payrig;
  const today = new Map<string, RunResult['clauses'][number]>(now.clauses.map((one) => [one.clause, one]));
  const lines = verdicts.flatMap(({ clause, verdict }) => {
    const { verdict: again = 'no clause any more', skip, failure } = today.get(clause) ?? {};
    if (again === verdict) return [];
    const why = skip?.message ?? (failure && `expected ${failure.expected}, got ${failure.actual}`);
    return [`  ${clause}: ${verdict} then, ${again} now${why ? ` (${why})` : ''}`];
  });
  if (lines.length === 0) return [];
  const versions =
    suite.version === now.suite.version ? '' : ` (payrig ${suite.version} then, ${now.suite.version} now)`;
  return [`${lines.length} of ${verdicts.length} verdicts differ${versions}:`, ...lines];
}
