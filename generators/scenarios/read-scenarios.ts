import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkScenario, readScenario } from './read-scenario.ts';
import { rehearse } from './rehearse.ts';
import type { Scenario } from './scenario.ts';
import { ScenarioError } from './scenario-error.ts';
import { scenarios as builtIn } from './scenarios.ts';

/** Every scenario in a folder, by the names of the files (`.yaml`, `.yml`, `.json`); throws an error that tells all problems of all files. */
export async function readScenarios(folder: string, begins: string): Promise<Scenario[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such folder' : error.message;
    throw new ScenarioError([{ place: '', message: `Cannot read the scenarios in ${folder}: ${why}` }]);
  });
  const files = names.filter((name) => /\.(ya?ml|json)$/i.test(name)).sort();
  const problems: string[] = [];
  const keys = new Map(builtIn.map(({ key }) => [key, 'somebody who is in every world']));
  const found: Scenario[] = [];
  for (const name of files) {
    const file = join(folder, name);
    try {
      const scenario = readScenario(await readFile(file, 'utf8'), file);
      rehearse(scenario, begins);
      const taken = keys.get(scenario.key);
      if (taken !== undefined) problems.push(`${file}:1: key: ${scenario.key} is the key of ${taken}`);
      keys.set(scenario.key, file);
      found.push(scenario);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      problems.push(error.message.startsWith(file) ? error.message : `${file}: ${error.message}`);
    }
  }
  if (problems.length > 0) throw new ScenarioError(problems.map((message) => ({ place: '', message })));
  return found;
}

/** The same scenarios, when each is one and nobody has the key of another. */
export function checkedScenarios(given: readonly unknown[], begins: string): Scenario[] {
  const keys = new Set(builtIn.map(({ key }) => key));
  return given.map((data) => {
    const scenario = checkScenario(data);
    rehearse(scenario, begins);
    if (keys.has(scenario.key))
      throw new ScenarioError([{ place: 'key', message: `${scenario.key} is somebody else's` }]);
    keys.add(scenario.key);
    return scenario;
  });
}
