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
