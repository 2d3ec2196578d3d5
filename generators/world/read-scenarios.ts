import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { type Day, dayNumber, startOf } from '../calendar.ts';
import type { Person } from '../people/person.ts';
import { checkScenario, readScenario, ScenarioError } from '../scenarios/read-scenario.ts';
import { scenarios as builtIn, type Scenario } from '../scenarios/scenario.ts';
import { payPeriodOf } from '../uk/tax-year.ts';
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
      await rehearse(scenario, begins);
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
export async function checkedScenarios(given: readonly unknown[], begins: string): Promise<Scenario[]> {
  const keys = new Set(builtIn.map(({ key }) => key));
  const checked: Scenario[] = [];
  for (const data of given) {
    const scenario = checkScenario(data);
    await rehearse(scenario, begins);
    if (keys.has(scenario.key))
      throw new ScenarioError([{ place: 'key', message: `${scenario.key} is the key of another scenario` }]);
    keys.add(scenario.key);
    checked.push(scenario);
  }
  return checked;
}

/** The person of a scenario, after all that the service would hold for them was made, part by part; throws a ScenarioError when it cannot be made. */
export async function rehearse(scenario: Scenario, begins: Day): Promise<Person> {
  if (scenario.is_user === false)
    throw new ScenarioError([{ place: 'is_user', message: 'a person who is not a user cannot be added' }]);
  try {
    const here = world('rehearsal', { born: startOf(begins), users: 0, scenarios: [{ scenario }] });
    const person = here.person(here.userCount - 1);
    const many = payslipsOf(person);
    if (many > MOST_PAYSLIPS)
      throw new Error(`its jobs give ${many} payslips in ten years, and the most are ${MOST_PAYSLIPS}`);
    const starting = startingUser(here, here.userCount - 1);
    for (const part in starting) {
      JSON.stringify(starting[part as keyof typeof starting]);
      await nextEventLoopTurn();
    }
    return person;
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new ScenarioError([{ place: '', message: `it cannot be so: ${why}` }]);
  }
}

/** So many take 120 ms to make, and others wait for it; twenty jobs with a payslip a month have 2,400. */
const MOST_PAYSLIPS = 2500;

/** About how many payslips the longest lookback finds, ten years. */
function payslipsOf({ jobs, begins }: Person): number {
  const last = dayNumber(begins);
  const counts = jobs.map(({ employment: { start, leave, frequency } }) => {
    const days = Math.min(last, dayNumber(leave ?? begins)) - Math.max(last - 3653, dayNumber(start));
    return (Math.max(0, days) / 365) * payPeriodOf[frequency].perYear;
  });
  return Math.ceil(counts.reduce((sum, count) => sum + count, 0));
}
