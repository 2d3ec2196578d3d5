/** The TypeScript source of the union of all clause ids, without a heading. */
export function renderClauseIds(clauses: readonly { readonly id: string }[]): string {
  const members = clauses.map(({ id }) => `  | '${id}'`).join('\n');
  return `export type ClauseId =\n${members};\n`;
}
