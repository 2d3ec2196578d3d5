import { type Document, isMap, isNode, isPair, LineCounter, parseDocument, visit } from 'yaml';
import {
  hasMoreValues,
  isTooDeep,
  MOST_LEVELS,
  MOST_PROBLEMS,
  MOST_SCENARIO_BYTES,
  MOST_SCENARIO_VALUES,
} from '../../spec/bounds.ts';
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
  const refuse = (message: string) => new ScenarioError([{ place: '', message }], file);
  if (Buffer.byteLength(text) > MOST_SCENARIO_BYTES)
    throw refuse(
      `a scenario has at most ${MOST_SCENARIO_BYTES} bytes, and this has ${Buffer.byteLength(text)}`,
    );
  if (opensTooMany(text)) throw refuse(TOO_DEEP);
  const lines = new LineCounter();
  // The library compares every key with every other.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: false,
    uniqueKeys: false,
  });
  const errors = [
    ...document.errors.map(({ message, pos }) => ({ message, at: pos[0] })),
    ...repeatedKeys(document),
  ];
  if (errors.length > 0)
    throw new ScenarioError(
      first(errors, ({ message, at }) => ({
        place: '',
        message: `this is not YAML: ${message}`,
        line: lines.linePos(at).line,
      })),
      file,
    );
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 20 });
  } catch (error) {
    throw refuse(`this is not YAML: ${error instanceof Error ? error.message : error}`);
  }
  const lineOf = (path: Placed['path']) => {
    const offset = offsetOf(document, path);
    return offset === undefined ? 1 : lines.linePos(offset).line;
  };
  return checked(data, (problem) => ({ ...problem, line: lineOf(problem.path) }), file);
}

const TOO_DEEP = `a scenario is nested at most ${MOST_LEVELS} levels deep, and this is deeper`;

/** Whether brackets, or dashes on one line, open more levels than are allowed: the YAML library would overflow the stack. */
export function opensTooMany(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MOST_LEVELS) return true;
  }
  return new RegExp(`(?:[-?:][ \\t]+){${MOST_LEVELS + 1}}`).test(text);
}

function repeatedKeys(document: Document): { message: string; at: number }[] {
  const found: { message: string; at: number }[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const { key } of items) {
        if (seen.has(String(key)))
          found.push({ message: 'Map keys must be unique', at: (isNode(key) && key.range?.[0]) || 0 });
        seen.add(String(key));
      }
    },
  });
  return found;
}

/** As many problems as are told, and how many more there are. */
function first<T>(all: readonly T[], tell: (one: T) => ScenarioProblem): ScenarioProblem[] {
  const more = all.length - MOST_PROBLEMS;
  const told = all.slice(0, MOST_PROBLEMS).map(tell);
  told.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return more > 0 ? [...told, { place: '', message: `there are more problems: ${more}` }] : told;
}

/** Holds data to the schema and the rules of scenarios; throws a ScenarioError that names each place. */
export const checkScenario = (data: unknown): Scenario => checked(data, (problem) => problem);

function checked(
  data: unknown,
  locate: (problem: Placed) => Placed & { line?: number },
  file?: string,
): Scenario {
  const problems: Placed[] = [];
  if (isTooDeep(data)) problems.push({ path: [], message: TOO_DEEP });
  else if (hasMoreValues(data, MOST_SCENARIO_VALUES))
    problems.push({
      path: [],
      message: `a scenario has at most ${MOST_SCENARIO_VALUES} values, and this has more`,
    });
  else if (fitsSchema(data, problems)) {
    problems.push(...ruleProblems(data));
    if (problems.length === 0) return data;
  }
  const tell = (problem: Placed) => {
    const { path, message, line } = locate(problem);
    return { place: path.join(' > '), message, line };
  };
  throw new ScenarioError(first(problems, tell), file);
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
