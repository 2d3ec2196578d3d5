/** Whether an id fits a pattern: `*` stands for any text, and a bare prefix such as `users` or `users.patch` for all below it. */
export function matchesClause(pattern: string, id: string): boolean {
  if (!pattern.includes('*')) return id === pattern || id.startsWith(`${pattern}.`);
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (!id.startsWith(first) || !id.endsWith(last)) return false;
  // The first place where a part fits leaves the most room for the others, so that none is tried twice.
  let at = first.length;
  for (const part of rest) {
    const found = id.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at + last.length <= id.length;
}

export function isSelected(id: string, only: readonly string[] = [], skip: readonly string[] = []): boolean {
  const wanted = only.length === 0 || only.some((pattern) => matchesClause(pattern, id));
  return wanted && !skip.some((pattern) => matchesClause(pattern, id));
}

/** The patterns that fit no clause at all: most likely misspelt. */
export const idlePatterns = (patterns: readonly string[], ids: readonly string[]): string[] =>
  patterns.filter((pattern) => !ids.some((id) => matchesClause(pattern, id)));
