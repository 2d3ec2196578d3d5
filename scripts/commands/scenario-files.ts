import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { dayOf } from '../../generators/calendar.ts';
import { readScenario, ScenarioError } from '../../generators/scenarios/read-scenario.ts';
import type { Scenario } from '../../generators/scenarios/scenario.ts';
import { rehearse } from '../../generators/world/read-scenarios.ts';
import { createCaller } from '../../spec/caller.ts';
import { readText, UsageError, writeOut } from '../terminal/usage-error.ts';

/** Writes a scenario to begin with; one that is there already is kept. */
export async function initScenario(file: string): Promise<string> {
  const key = basename(file)
    .replace(/\.(ya?ml|json)$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (!/\.ya?ml$/i.test(file) || key === '')
    throw new UsageError(`--init takes the name of a YAML file to write, such as my.yaml, not ${file}.`);
  await mkdir(dirname(file), { recursive: true }).catch((error: Error) => {
    throw new UsageError(`Cannot write ${file}: ${error.message}`);
  });
  const toHere = relative(dirname(resolve(file)), process.cwd()).replaceAll('\\', '/') || '.';
  await writeOut(file, scenarioStart(key.slice(0, 60), toHere), { flag: 'wx' });
  return `${file}: edit it, then try it with\n\n  payrig world --check ${file}\n`;
}

/** Holds files to the schema, and what they promise to a fresh sandbox in memory; whether all is well, and what to print. */
export async function checkScenarios(files: readonly string[], now: number) {
  const lines: string[] = [];
  let isWell = true;
  for (const file of files) {
    const text = await readText(file);
    try {
      const scenario = readScenario(text, file);
      await rehearse(scenario, dayOf(now));
      const broken = await tried(scenario, now);
      const count = scenario.promises?.length ?? 0;
      lines.push(
        `${file}: valid; ${broken.length > 0 ? 'not all' : count === 0 ? 'it makes no' : `all ${count}`} promises ${count === 0 ? '' : 'are kept'}`.trimEnd(),
        ...broken.map((problem) => `  ${problem}`),
      );
      if (broken.length > 0) isWell = false;
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      isWell = false;
      lines.push(
        ...error.message.split('\n').map((line) => (line.startsWith(file) ? line : `${file}: ${line}`)),
      );
    }
  }
  return { isWell, text: `${lines.join('\n')}\n` };
}

async function tried(scenario: Scenario, now: number): Promise<string[]> {
  // The service is loaded once there is something to try.
  const [{ createSandbox }, { brokenPromises }] = await Promise.all([
    import('../../simulator/sandbox.ts'),
    import('../../simulator/promises/broken-promises.ts'),
  ]);
  const sandbox = await createSandbox({ users: 0, now, frozen: true });
  try {
    const { call } = createCaller({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
    const { user_id: userId } = await call('createScenario', { yaml: JSON.stringify(scenario) });
    const broken = await brokenPromises(sandbox, [{ scenario, userId, begins: dayOf(now) }]);
    const shown = ({ position, promise, at, problem }: (typeof broken)[number]) =>
      `promise ${position + 1} (${promise.call}), at ${at}: ${problem}`;
    return broken.map(shown);
  } finally {
    await sandbox.close();
  }
}

/** A scenario to begin with: valid as it is, with a comment on everything that can be said. */
export function scenarioStart(key: string, projectFolder = '.'): string {
  const place = new URL('../../generators/scenarios/template/scenario.yaml', import.meta.url);
  const template = readFileSync(place, 'utf8');
  return template.replaceAll('my-person', key).replace('=./node_modules', `=${projectFolder}/node_modules`);
}
