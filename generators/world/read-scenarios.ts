import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Day, startOf } from '../calendar.ts';
import { checkScenario, readScenario, ScenarioError } from '../scenarios/read-scenario.ts';
import { scenarios as builtIn, type Scenario } from '../scenarios/scenario.ts';
import { startingUser } from './starting-user.ts';
import { world } from './world.ts';

/** Every scenario in a folder, by the names of the files (`.yaml`, `.yml`, `.json`); throws an error that lists all problems of all files. */
export async function readScenarios(folder: string, begins: string): Promise<Scenario[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such folder' : error.message;
    throw new ScenarioError([{ place: '', message: `Cannot read the scenarios in ${folder}: ${why}` }]);
  });
  const files = names.filter((name) => /\.(ya?ml|json)$/i.test(name)).sort();
  const problems: string[] = [];
  const keys = new Map(builtIn.map(({ key }) => [key, 'a built-in scenario']));
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

/** The same scenarios, after a check that each is valid and that all keys differ. */
export function checkedScenarios(given: readonly unknown[], begins: string): Scenario[] {
  const keys = new Set(builtIn.map(({ key }) => key));
  return given.map((data) => {
    const scenario = checkScenario(data);
    rehearse(scenario, begins);
    if (keys.has(scenario.key))
      throw new ScenarioError([{ place: 'key', message: `${scenario.key} is the key of another scenario` }]);
    keys.add(scenario.key);
    return scenario;
  });
}

/** Makes all that the service would hold for the person of a scenario, to see that it can be made; throws a ScenarioError when it cannot. */
export function rehearse(scenario: Scenario, begins: Day): void {
  if (scenario.is_user === false) {
    const message = 'a person who is no user cannot be added';
    throw new ScenarioError([{ place: 'is_user', message }]);
  }
  try {
    const here = world('rehearsal', { born: startOf(begins), users: 0, scenarios: [{ scenario }] });
    JSON.stringify(startingUser(here, here.userCount - 1));
  } catch (error) {
    throw new ScenarioError([
      { place: '', message: `it cannot be so: ${error instanceof Error ? error.message : error}` },
    ]);
  }
}
