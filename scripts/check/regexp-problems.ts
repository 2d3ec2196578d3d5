// Run by `npm run check`: regular expressions that take more than linear time for some text, in sources and schemas; in all of
// them, or in the files that it names.
import { globSync, readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import ts from 'typescript';
import { parse } from 'yaml';
import { projectRoot } from '../terminal/run-tool.ts';

/** What an expression may do: give back what it matched in a nested repetition, or try a long run again from each of its letters. */
export function regexpProblem(source: string, flags: string): string | undefined {
  const [report] = analyse({ source, flags }).reports;
  if (!report) return undefined;
  const time = report.exponential ? 'exponential time' : 'the square of the time';
  return `/${source}/${flags} takes ${time} for texts like ${JSON.stringify(report.character.pick)} many times over`;
}

/** Looks like the beginning of a literal; most files have none, and parsing all of them takes 5 s. */
const mayHoldLiteral = /(?:^|[(=,:[!&|?{};>\s])\/[^/*\s]/m;

function problemsInSource(file: string, text: string): string[] {
  if (!mayHoldLiteral.test(text)) return [];
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const problem = regexpProblem(node.text.slice(1, end), node.text.slice(end + 1));
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      if (problem !== undefined) problems.push(`${file}:${line + 1}: ${problem}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/** Patterns of a schema are tried on whatever is sent. */
function problemsInSchema(file: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => {
    const problem = key === 'pattern' && typeof inside === 'string' ? regexpProblem(inside, 'u') : undefined;
    return problem === undefined ? problemsInSchema(file, inside) : [`${file}: ${problem}`];
  });
}

if (import.meta.main) {
  const named = process.argv.slice(2);
  const all = () => globSync('{spec,generators,simulator,conformance,scripts}/**/*.*', { cwd: projectRoot });
  const problems = (named.length > 0 ? named : all())
    .filter((file) => !/\.test\.|\/(?:testing|generated)\//.test(file))
    .flatMap((file) => {
      if (/\.[cm]?[jt]sx?$/.test(file))
        return problemsInSource(file, readFileSync(`${projectRoot}/${file}`, 'utf8'));
      if (!/^spec\/.*\.yaml$|\.schema\.json$/.test(file)) return [];
      return problemsInSchema(file, parse(readFileSync(`${projectRoot}/${file}`, 'utf8')));
    });
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
