import type { MutantOutcome } from './run-mutant.ts';

/** The kill table as text: one line for each mutant, the survivors once more at the end. */
export function killTable(outcomes: readonly MutantOutcome[]): string {
  const width = Math.max(0, ...outcomes.map(({ mutant }) => mutant.name.length));
  const clauseWidth = Math.max(0, ...outcomes.map(({ mutant }) => mutant.clause.length));
  const lines = outcomes.map(({ mutant, killed, requests }) =>
    [
      killed ? 'killed  ' : 'SURVIVED',
      mutant.name.padEnd(width),
      mutant.clause.padEnd(clauseWidth),
      `after ${requests} requests`,
    ].join('  '),
  );
  const alive = outcomes.filter(({ killed }) => !killed);
  const tail = alive.map(
    ({ mutant, verdict, detail }) => `  ${mutant.name} (${mutant.clause}): ${verdict}, ${detail}`,
  );
  const sum = `${outcomes.length - alive.length} of ${outcomes.length} mutants were killed by the clause they name.`;
  return [...lines, '', sum, ...(alive.length > 0 ? ['Alive:', ...tail] : [])].join('\n');
}
