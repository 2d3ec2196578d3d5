/** Whether an id fits a pattern: `*` stands for any text, and a bare prefix such as `users` or `users.patch` for all below it. */
export function matchesClause(pattern: string, id: string): boolean {
  if (!pattern.includes('*')) return id === pattern || id.startsWith(`${pattern}.`);
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`).test(id);
}

export function isSelected(id: string, only: readonly string[] = [], skip: readonly string[] = []): boolean {
  const wanted = only.length === 0 || only.some((pattern) => matchesClause(pattern, id));
  return wanted && !skip.some((pattern) => matchesClause(pattern, id));
}

/** The patterns that fit no clause at all: most likely misspelt. */
export const idlePatterns = (patterns: readonly string[], ids: readonly string[]): string[] =>
  patterns.filter((pattern) => !ids.some((id) => matchesClause(pattern, id)));
