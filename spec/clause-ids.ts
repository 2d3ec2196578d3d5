/** The TypeScript source of the union of all clause ids under a name, without a heading. */
export function renderClauseIds(clauses: readonly { readonly id: string }[], name = 'ClauseId'): string {
  const members = clauses.map(({ id }) => `  | '${id}'`).join('\n');
  return `export type ${name} =\n${members};\n`;
}
