import { type Document, isMap, isNode, isPair, LineCounter, parseDocument } from 'yaml';
import type { Scenario } from './scenario.ts';
import { ruleProblems } from './scenario-rules.ts';
import { fitsSchema, type Placed } from './schema-problems.ts';

/** What is wrong in a scenario, and where: the place by its keys, the line in the file where there is one. */
export type ScenarioProblem = { place: string; message: string; line?: number };

/** Tells every problem of a scenario at once. */
export class ScenarioError extends Error {
  readonly problems: readonly ScenarioProblem[];
  constructor(problems: readonly ScenarioProblem[], file?: string) {
    super(problems.map((problem) => problemText(problem, file)).join('\n'));
    this.name = 'ScenarioError';
    this.problems = problems;
  }
}

/** A problem as one line: `my.yaml:12: jobs > 0 > pay: ...`. */
export function problemText({ place, message, line }: ScenarioProblem, file?: string): string {
  const where = file === undefined ? (line === undefined ? '' : `line ${line}: `) : `${file}:${line ?? 1}: `;
  return `${where}${place === '' ? '' : `${place}: `}${message}`;
}

/** Reads a scenario from YAML (of which JSON is a part); throws a ScenarioError that names each line and what is allowed. */
export function readScenario(text: string, file?: string): Scenario {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: false });
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message, pos }) => ({
      place: '',
      message: `this is not YAML: ${message}`,
      line: lines.linePos(pos[0]).line,
    }));
    throw new ScenarioError(problems, file);
  }
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 20 });
  } catch (error) {
    throw new ScenarioError(
      [{ place: '', message: `this is not YAML: ${error instanceof Error ? error.message : error}` }],
      file,
    );
  }
  const lineOf = (path: Placed['path']) => {
    const offset = offsetOf(document, path);
    return offset === undefined ? 1 : lines.linePos(offset).line;
  };
  return checked(data, (problem) => ({ ...problem, line: lineOf(problem.path) }), file);
}

/** Holds data to the schema and the rules of scenarios; throws a ScenarioError that names each place. */
export function checkScenario(data: unknown): Scenario {
  return checked(data, (problem) => problem);
}

function checked(
  data: unknown,
  locate: (problem: Placed) => Placed & { line?: number },
  file?: string,
): Scenario {
  const problems: Placed[] = [];
  if (fitsSchema(data, problems)) {
    problems.push(...ruleProblems(data));
    if (problems.length === 0) return data;
  }
  const located = problems.map(locate).map(({ path, message, line }) => ({
    place: path.join(' > '),
    message,
    line,
  }));
  throw new ScenarioError(
    located.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    file,
  );
}

/** Where what stands at a path begins: its key, where it has one, or else the nearest thing around it. */
function offsetOf(document: Document, path: Placed['path']): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const parent = path.slice(0, length - 1);
    const key = path[length - 1];
    const around = parent.length === 0 ? document.contents : document.getIn(parent, true);
    if (isMap(around)) {
      const pair = around.items.find((item) => isPair(item) && String(item.key) === String(key));
      if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return undefined;
}
