import { type Day, startOf } from '../calendar.ts';
import { startingUser } from '../world/starting-user.ts';
import { world } from '../world/world.ts';
import type { Scenario } from './scenario.ts';
import { ScenarioError } from './scenario-error.ts';

/** Makes all that the service would hold for somebody, to see that it can be made; throws a ScenarioError when it cannot. */
export function rehearse(scenario: Scenario, begins: Day): void {
  if (scenario.is_user === false) {
    const message = 'who is no user cannot be added';
    throw new ScenarioError([{ place: 'is_user', message }]);
  }
  try {
    const here = world('rehearsal', { born: startOf(begins), users: 0, scenarios: [{ scenario }] });
    JSON.stringify(startingUser(here, here.userCount - 1));
  } catch (error) {
    throw new ScenarioError([{ place: '', message: `it cannot be so: ${(error as Error).message}` }]);
  }
}
